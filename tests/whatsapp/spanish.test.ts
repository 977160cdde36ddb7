/**
 * One of the long runs: chats in Spanish.
 * @module-tag full
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectPhoneGolden } from '../support/golden.ts';
import { type SplitTask, splitting } from '../support/job-model.ts';
import { says } from '../support/messages-server/replies.ts';
import { firstUserText } from '../support/messages-server/request.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import type { Program } from '../support/program.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const EXPLAIN = '---\ndescription: Explica un archivo\n---\nExplica $1 a $2.\n\n!`git status --short`\n';

/** Each with what the one before handed on, and one that cannot come to anything. */
const TASKS: readonly SplitTask[] = [
  { id: 'mirar', service: 'git', command: 'status', dependsOn: [], input: {} },
  {
    id: 'contar',
    service: 'shell',
    command: 'run_command',
    dependsOn: ['mirar'],
    input: { command: 'echo contado >> ../efectos.log && echo {{mirar.output.branch}}' },
  },
  {
    id: 'anotar',
    service: 'files',
    command: 'write_source_file',
    dependsOn: ['contar'],
    input: { path: 'AÑO.md', content: 'Rama: {{contar.output.stdout}}' },
  },
  {
    id: 'leer',
    service: 'files',
    command: 'read_lines',
    dependsOn: [],
    input: { path: 'no-está.md', start: 1, end: 2 },
  },
];

let scene: Scene;
let world: WhatsAppServer;
let program: Program;
let ana: PhoneChat;

beforeAll(async () => {
  const plan = splitting('ramas', TASKS, 'Mira, cuenta y anota.');
  scene = await makeScene({
    script: (request, index) =>
      firstUserText(request).startsWith('{')
        ? plan(request, index)
        : says('Compara lo escrito con lo guardado.'),
    env: { LOCALE: 'es' },
    project(folder) {
      makeSampleProject(folder);
      mkdirSync(path.join(folder, '.claude/commands'), { recursive: true });
      writeFileSync(path.join(folder, '.claude/commands/explica.md'), EXPLAIN);
      writeFileSync(path.join(folder, 'señal.txt'), '');
    },
  });
  ({ world, program } = await linkedProgram(scene, {}, { expectsCrashes: true }));
  ana = phoneChat(world.person(OWNER));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

test('a command file with arguments, and the names of files as they are for the model', async () => {
  await ana.says('/explica src/login.js "mi abuela"');
  await ana.reads(/^✅ Listo/u);
  // The card's last state is shown when it may be edited again, and a kill would lose it.
  await expect.poll(() => ana.transcript(), { timeout: 10_000 }).toMatch(/^✅ \/explica/mu);
  const block = scene.server.requests[0]?.body.messages[0]?.content[0];
  const told = typeof block === 'object' ? String(block.text) : '';
  expect(told).toMatch(/Explica src\/login\.js a mi abuela\.\n\n```\n(?:.*\n)*\?\? señal\.txt\n/);
});

test('a job is planned, approved, killed in the middle, gone on with, and told without English of ours', async () => {
  await ana.says('/plan mira la rama y anótala');
  await ana.reads(/^📋/u);
  const poll = await ana.poll();
  await ana.votes(poll.id, 'ejecuta');
  await ana.reads(/^❓/u);
  const question = await ana.poll();
  await program.kill();
  program = await startAgain(scene, world);
  await ana.votes(question.id, '✅ Sí, una vez');
  await ana.reads(/^(?:✅|⚠️)/u);
  await ana.says('/job ver');
  await ana.reads(/anotar · files/);
  expect({
    effects: existsSync(path.join(scene.folder, 'efectos.log')),
    kept: readFileSync(path.join(scene.workspace, 'AÑO.md'), 'utf8'),
    refusals: scene.server.refusals,
  }).toEqual({ effects: true, kept: 'Rama: main\n', refusals: [] });
  const chat = ana
    .transcript({ hasCards: false })
    .replaceAll(/(?<=[Tt]rabajo |\/trabajo (?:cancelar|ejecutar|ver) )[2-9a-z]{4}\b/g, 'k7xm')
    .replaceAll(/^[2-9a-z]{4} · /gm, 'k7xm · ');
  await expectPhoneGolden('spanish', chat);
});
