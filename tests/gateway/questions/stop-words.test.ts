import { afterEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import { MONEY_CALL, MONEY_QUESTION } from '../../../src/contracts/session.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import {
  ANA,
  approvalRecord,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';
import { type HeldRuns, heldRuns, sideBySide } from '../../support/side-by-side.ts';

const BOB = '34600999888';

let rig: GatewayRig;
let work: HeldRuns;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  work = heldRuns();
  rig = await gatewayRig({ locale: 'en', run: work.run, ...sideBySide(), ...options });
}

const last = () => rig.phone.texts.at(-1) ?? '';
const statuses = () => rig.sessions().map(({ task, state: { status } }) => `${task}: ${status}`);
const state = (id: string) => rig.store.approvals.get(id as ApprovalId)?.state;
const WHICH = [
  'Which one? For example: /cancel #1',
  '🔧 running: #1 one',
  '🔧 running: #2 two',
  'All of them: /cancel all',
].join('\n');

describe('a word that stops', () => {
  test.each(['stop', 'STOP!!', 'cancel', 'para', 'Pará.', 'detente', '¡basta!', 'para por favor', 'sotp'])(
    '%j stops the only task, and says how to continue it',
    async (word) => {
      await open();
      await rig.say('/agent one');
      await rig.say(word);
      expect([rig.phone.texts.slice(1), statuses()]).toEqual([
        ['🛑 Stopping: one\n/agent-resume continues it later.', '🛑 Stopped: one'],
        ['one: cancelled'],
      ]);
    },
  );

  test.each(['stop using var in the code', 'para qué sirve esto?', 'don’t stop'])(
    '%j is for the task',
    async (text) => {
      await open();
      await rig.say('/agent one');
      await rig.say(text);
      const [session] = rig.sessions();
      expect(session && rig.store.steering.listUnread(session.id).map((words) => words.text)).toEqual([text]);
    },
  );

  test('asks which of several', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    await rig.say('stop');
    expect([last(), statuses()]).toEqual([WHICH, ['two: running', 'one: running']]);
  });

  test.each([
    ['#2 stop', ['two: cancelled', 'one: running']],
    ['stop #2', ['two: cancelled', 'one: running']],
    ['para la 1', ['two: running', 'one: cancelled']],
    ['stop all', ['two: cancelled', 'one: cancelled']],
  ])('%j names them', async (text, expected) => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    await rig.say(text);
    expect(statuses()).toEqual(expected);
  });

  test('stops the task whose message it replies to', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    const quotedId =
      rig.phone.sent.find(({ body }) => 'text' in body && body.text.includes('#2 two'))?.id ?? '';
    await rig.say('stop', { quotedId });
    expect(statuses()).toEqual(['two: cancelled', 'one: running']);
  });

  test('with nothing running says so, and asks no model', async () => {
    await open();
    await rig.say('stop');
    expect([last(), rig.started]).toEqual(['Nothing is running here. Start something: /agent <task>', []]);
  });

  test('stops a talk', async () => {
    await open();
    await rig.say('what is this?');
    await rig.say('stop');
    expect(statuses()).toEqual(['what is this?: cancelled']);
  });

  test('stops a task that waits for an answer, with its question', async () => {
    await open();
    await rig.say('/agent one');
    await work.finish('one', { kind: 'waiting', approvalId: 'k7x' });
    await rig.say('stop');
    expect([statuses(), state('k7x')]).toEqual([['one: cancelled'], 'withdrawn']);
  });

  test('forwarded or at a set time stops nothing', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('stop', { forwarded: true });
    await rig.say('stop', { scheduled: { id: 1, name: 'kd', nominalMs: 0 } as never });
    expect(statuses()).toEqual(['one: running']);
  });

  test('of a member stops their own task, never that of somebody else', async () => {
    const access: AccessList = {
      people: [
        { phone: ANA, role: 'owner', workspaces: undefined },
        { phone: BOB, role: 'member', workspaces: undefined },
      ],
      groups: [{ id: 'team', people: [ANA, BOB] }],
    };
    const from = (sender: string) => ({ chat: 'team', sender, group: { addressed: true } }) as const;
    await open({ access });
    await rig.say('/agent one', from(ANA));
    await rig.say('stop', from(BOB));
    const refused = last();
    await rig.say('/agent two', from(BOB));
    await rig.say('stop', from(BOB));
    expect([refused, statuses()]).toEqual([
      'Someone else started this task.\nOnly they or an owner can steer, stop or continue it.',
      ['two: cancelled', 'one: running'],
    ]);
  });
});

describe('where a question takes the word as well', () => {
  /** The question at the money limit of this task: one of its answers is to stop. */
  function askForMoney(task: string): void {
    const session = rig.sessions().find((one) => one.task === task);
    if (session === undefined) throw new Error(`there is no task ${task}`);
    rig.store.approvals.create(
      approvalRecord({
        id: 'm4p' as ApprovalId,
        session: session.id,
        call: MONEY_CALL,
        question: { tool: MONEY_QUESTION, text: 'The limit is reached.', details: '' },
        messageId: 'M1',
      }),
    );
  }

  const atLimit = { kind: 'parked', reason: 'money', detail: '', text: '' } as const;

  test('and nothing else runs, it is the answer', async () => {
    await open();
    await rig.say('/agent one');
    await work.finish('one', atLimit);
    askForMoney('one');
    await rig.say('basta');
    expect([state('m4p'), statuses()]).toEqual(['rejected', ['one: cancelled']]);
  });

  test('and a task runs, it does neither: both are listed', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    await work.finish('one', atLimit);
    askForMoney('one');
    await rig.say('cancel');
    const asked = last();
    await rig.say('m4p stop');
    expect([asked.split('\n'), state('m4p'), statuses()]).toEqual([
      [
        'What should I stop? Send one of these:',
        'm4p: The limit is reached.',
        '   /approve m4p · /reject m4p',
        '🔧 running: #2 two',
        '   /cancel #2',
      ],
      'rejected',
      ['two: running', 'one: cancelled'],
    ]);
  });
});

describe('a command without its slash', () => {
  test.each([
    ['help', '👋 To get started:'],
    ['Ayuda!', '👋 To get started:'],
    ['status', '🔧 running: one'],
    ['¿estado?', '🔧 running: one'],
  ])('%j costs nothing, and is none for the task at work', async (text, line) => {
    await open();
    await rig.say('/agent one');
    await rig.say(text);
    const [session] = rig.sessions();
    expect([
      last().split('\n')[0],
      session && rig.store.steering.listUnread(session.id),
      rig.started,
    ]).toEqual([line, [], ['one']]);
  });

  test('in words is no command', async () => {
    await open();
    await rig.say('help me with the login');
    expect(rig.started).toEqual(['help me with the login']);
  });

  test('"#2 status" is about that task', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('/agent two');
    await rig.say('#2 status?');
    expect(last().split('\n')[0]).toBe('🔧 running: #2 two');
  });

  test.each([
    '/estado',
    '/tareas',
    '/contexto',
    '/diagnóstico',
    '/auditoría',
    '/política',
    '/ayuda',
    '/cancelar',
  ])('%s is known in every language', async (text) => {
    await open();
    await rig.say(text);
    expect(last()).not.toMatch(/^I do not know/);
  });
});

describe('a number that no task has', () => {
  test.each(['#2 hello', '#2', 'use yarn\n#2'])('%j is said so', async (text) => {
    await open();
    await rig.say(text);
    expect([last().split('\n')[0], rig.started]).toEqual([
      "There's no task #2 in this chat. /sessions lists them.",
      [],
    ]);
  });

  test('"#345 …" is an issue', async () => {
    await open();
    await rig.say('#345 what is that about?');
    expect(rig.started).toEqual(['#345 what is that about?']);
  });
});

describe('/agent-resume alone', () => {
  test('continues what stopped, although something else is done since', async () => {
    await open();
    await rig.say('/agent one');
    await work.finish('one', { kind: 'parked', reason: 'rounds', detail: '', text: '' });
    await rig.say('/agent two');
    await work.finish('two');
    await rig.say('/agent-resume');
    expect(statuses()).toEqual(['two: done', 'one: running']);
  });

  test('never continues what is done, and says so', async () => {
    await open();
    await rig.say('/agent one');
    await work.finish('one');
    await rig.say('/agent-resume');
    const alone = last();
    await rig.say('/agent-resume add a test');
    expect([alone, statuses()]).toEqual([
      'Nothing to continue. The last task is done:\none\nTo add to it: /agent-resume #1 <what else>',
      ['one: running'],
    ]);
  });

  test.each(['/continuar', '/continue', '/resume'])('%s is the same', async (text) => {
    await open();
    await rig.say('/agent one');
    await rig.say('stop');
    await rig.say(text);
    expect(statuses()).toEqual(['one: running']);
  });
});
