/** @module-tag full */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import type { Program } from '../support/program.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const PLAN = ['Crear el archivo', 'Contarlo'];

let scene: Scene;
let world: WhatsAppServer;
let program: Program;
let ana: PhoneChat;

beforeAll(async () => {
  // Two commands in one line are always asked; which file they make stands in the task.
  const script = byTranscript([
    (request) => {
      const [, file = ''] = /crea (\S+\.txt)/.exec(taskOf(request)) ?? [];
      return calls(
        ['create_task_plan', { steps: PLAN }],
        ['update_task_status', { step: 1, status: 'in_progress' }],
        ['run_command', { command: `touch ${file} && touch also-${file}` }],
      );
    },
    says('Hecho.'),
  ]);
  scene = await makeScene({ script, env: { LOCALE: '' } });
  const linked = await linkedProgram(scene, {}, { expectsCrashes: true });
  ({ world, program } = linked);
  ana = phoneChat(world.person(OWNER));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

interface Asked {
  readonly task: string;
  readonly question: string;
  readonly poll: string;
  readonly file: string;
}

let tasks = 0;

/** Gives a task, and waits for its question and the poll below it. */
async function asked(): Promise<Asked> {
  tasks += 1;
  const file = `archivo-${tasks}.txt`;
  const task = await ana.says(`/agent crea ${file}`);
  const question = await ana.reads(/^❓/);
  const poll = await ana.poll();
  return { task, question: question.id, poll: poll.id, file };
}

const isMade = ({ file }: Asked) => existsSync(path.join(scene.workspace, `also-${file}`));

const ANSWERS: readonly (readonly [string, (asked: Asked) => Promise<unknown>, boolean])[] = [
  ['a vote for yes', ({ poll }) => ana.votes(poll, '✅ Sí, una vez'), true],
  ['a vote for no', ({ poll }) => ana.votes(poll, '❌ No lo hagas'), false],
  ['"sí, dale"', () => ana.says('sí, dale'), true],
  ['"mejor no"', () => ana.says('mejor no'), false],
  ['the number 1', () => ana.says('1'), true],
  ['the number 2', () => ana.says('2'), false],
  ['👍 on the question', ({ question }) => ana.reacts(question, '👍'), true],
  ['👍 on the poll', ({ poll }) => ana.reacts(poll, '👍'), true],
  ['👎 on the question', ({ question }) => ana.reacts(question, '👎'), false],
  ['"sí" as a reply to the question', ({ question }) => ana.says('sí', { quoting: question }), true],
];

test.each(ANSWERS)(
  '%s answers; the question says so in its place, and only the report is new',
  async (_, answer, yes) => {
    const question = await asked();
    const buzzes = ana.buzzes().length;
    await answer(question);
    await ana.reads(/^⚠️ (?:Falta algo|Listo, sin probar)/);
    await world.until(
      () => (ana.states(question.question).length > 1 ? true : undefined),
      'the edited question',
    );
    const closing = ana.states(question.question).at(-1)?.text ?? '';
    expect({
      made: isMade(question),
      closed: closing
        .split('\n')
        .at(-1)
        ?.replace(/ [2-9a-z]{3}\./, ' k7x.'),
      buzzes: ana.buzzes().length - buzzes,
      reactions: ana.reactions(question.task),
    }).toEqual({
      made: yes,
      closed: yes ? '✅ Permitido. Sigo.' : '❌ Bueno, busco otra forma.',
      buzzes: 1,
      reactions: ['👀', '⏳', '⚠️'],
    });
  },
);

test('a vote after the program was killed counts, and a card after it shows the plan', {
  tags: 'full',
}, async () => {
  const question = await asked();
  await program.kill();
  const killedAt = Date.now();
  await ana.votes(question.poll, '✅ Sí, una vez');
  program = await startAgain(scene, world);
  await ana.reads(/^⚠️ (?:Falta algo|Listo, sin probar)/);
  const newCards = ana
    .buzzes()
    .filter(({ at, content }) => at > killedAt && content.kind === 'text' && content.text.startsWith('🔧'));
  const shown = newCards.flatMap(({ id }) => ana.states(id));
  expect({
    made: isMade(question),
    reactions: ana.reactions(question.task),
    hasPlan: shown.every(({ text }) => PLAN.every((step) => text.includes(step))),
  }).toEqual({ made: true, reactions: ['👀', '⏳', '⚠️'], hasPlan: true });
});

test('a second answer is told what was decided, and changes nothing', { tags: 'full' }, async () => {
  const question = await asked();
  await ana.votes(question.poll, '❌ No lo hagas');
  await ana.reads(/^⚠️ (?:Falta algo|Listo, sin probar)/);
  await ana.reacts(question.question, '👍');
  const late = await ana.reads(/^Ya estaba rechazado/);
  expect({ made: isMade(question), late: late.content }).toMatchObject({
    made: false,
    late: { text: expect.stringMatching(/^Ya estaba rechazado: /) },
  });
});

test('nothing of this was wrong for WhatsApp or the model', () => {
  expect({ problems: world.problems, refusals: scene.server.refusals }).toEqual({
    problems: [],
    refusals: [],
  });
});
