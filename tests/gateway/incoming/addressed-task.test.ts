import { afterEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import { type ApprovalId, conversationId } from '../../../src/core/ids.ts';
import { createPullRequestStore } from '../../../src/features/pull-requests/pull-request.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';
import { type HeldRuns, heldRuns, sideBySide } from '../../support/side-by-side.ts';

const BOB = '34600999888';

let rig: GatewayRig;
let work: HeldRuns;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  work = heldRuns();
  rig = await gatewayRig({ locale: 'en', run: work.run, ...sideBySide(), ...options });
}

/** Two tasks at work, `#1 one` and `#2 two`. */
async function openTwo(options: RigOptions = {}): Promise<void> {
  await open(options);
  await rig.say('/agent one');
  await rig.say('/agent two');
}

const last = () => rig.phone.texts.at(-1);
const session = (task: string) => rig.sessions().find((one) => one.task === task);
const told = (task: string) => {
  const found = session(task);
  return found === undefined ? [] : rig.store.steering.listUnread(found.id).map(({ text }) => text);
};
/** Id of the last message whose text begins like this. */
const idOf = (text: string) =>
  rig.phone.sent.findLast(({ body }) => 'text' in body && body.text.startsWith(text))?.id ?? 'none';
const WHICH =
  "Which task do you mean? Answer with its number, like #2.\nI've kept your message for it.\n🔧 running: #1 one\n🔧 running: #2 two";

describe('by number', () => {
  test.each([
    ['#2 use yarn', 'use yarn'],
    ['# 2 use yarn', 'use yarn'],
    ['＃２　use yarn', 'use yarn'],
    ['#2: use yarn', 'use yarn'],
    ['#2, use\nyarn', 'use\nyarn'],
    ['use yarn\n#2', 'use yarn'],
  ])('%j is for the second task', async (text, words) => {
    await openTwo();
    await rig.say(text);
    expect([told('one'), told('two'), last()]).toEqual([
      [],
      [words],
      "#2 👍 Got it. I'll use that in my next step.",
    ]);
  });

  test.each(['#2fast use yarn', '#22222 use yarn', 'use #2 for it', '#345 use yarn'])(
    '%j names no task: it is asked which',
    async (text) => {
      await openTwo();
      await rig.say(text);
      expect([told('one'), told('two'), last()]).toEqual([[], [], WHICH]);
    },
  );

  test('alone it asks how that task is going', async () => {
    await openTwo();
    await rig.say('#2');
    expect(last()?.split('\n').slice(0, 2)).toEqual(['🔧 running: #2 two', 'Round 0 · 0 s · $0.00']);
  });

  test('with a yes it answers what that task asks, and no other', async () => {
    await openTwo();
    await work.finish('one', { kind: 'waiting', approvalId: 'k7x' });
    await rig.say('#2 yes');
    const before = rig.store.approvals.get('k7x' as ApprovalId)?.state;
    await rig.say('#1 yes');
    expect([before, rig.store.approvals.get('k7x' as ApprovalId)?.state]).toEqual(['pending', 'approved']);
  });

  test('with a command it is a command about that task', async () => {
    await openTwo();
    await rig.say('#2 /cancel');
    expect([session('one')?.state.status, session('two')?.state.status]).toEqual(['running', 'cancelled']);
  });

  test.each([
    ['/agent-resume #2 use yarn', [[], ['use yarn']]],
    ['/agent-resume # 1 use yarn', [['use yarn'], []]],
    ['/resume #12 is the bug', [[], []]],
  ])('%s', async (text, words) => {
    await openTwo();
    await rig.say(text);
    expect([told('one'), told('two')]).toEqual(words);
  });

  test.each([
    ['/cancel #7', "There's no task #7 in this chat. /sessions lists them."],
    ['/context #2', '🧠 #2 two'],
    ['/compact #2 the design', '🗜️'],
    ['/cost #2', '💰'],
    ['/diff #2', 'No changes so far: #2 two'],
    ['/undo #2', 'This task has to end first: #2 two\n/cancel #2 stops it. Then /undo.'],
  ])('%s is about that task', async (text, beginning) => {
    await openTwo({ checkpoints: { diff: async () => ({ diff: '', leftOut: 0 }) } });
    await rig.say(text);
    expect(last()).toContain(beginning.replace(/^\S+ (?=#)/u, ''));
  });

  test('one that has ended is told nothing before it is asked whether to continue it', async () => {
    await openTwo();
    await work.finish('one');
    await rig.say('#1 also the docs');
    expect([told('one'), told('two'), last()]).toEqual([
      [],
      [],
      expect.stringMatching(/^❓ Continue with #1 one\?\n“also the docs”\n1 yes · 2 no, just answer me\n/),
    ]);
  });

  test('a parked one in its worktree goes on with the words', async () => {
    await openTwo();
    await work.finish('two', { kind: 'parked', reason: 'rounds', detail: '', text: '' });
    await rig.say('#2 leave out the docs');
    expect([session('two')?.state.status, told('two')]).toEqual(['running', ['leave out the docs']]);
  });

  test('with a single task in the project a number is part of the words', async () => {
    await open();
    await rig.say('/agent one');
    await rig.say('#1 is the issue I mean');
    expect(told('one')).toEqual(['#1 is the issue I mean']);
  });

  test('forwarded words name nothing', async () => {
    await openTwo();
    await rig.say('#2 use yarn', { forwarded: true });
    expect([told('two'), last()]).toEqual([[], WHICH]);
  });

  test('a task that goes on after its number was given to another gets a new one', async () => {
    await open();
    await rig.say('/agent one');
    await work.finish('one');
    const old = session('one')?.id;
    await rig.say('/agent two');
    await rig.say(`/agent-resume ${old}`);
    expect(rig.sessions().map(({ task, number }) => `#${number} ${task}`)).toEqual(['#1 two', '#2 one']);
  });
});

describe('by replying', () => {
  test.each([
    ['a line of its progress', async () => undefined, '🚀 On it: #2'],
    ['its question', async () => work.finish('two', { kind: 'waiting', approvalId: 'k7x' }), '#2 ❓'],
  ])('to %s', async (_case, prepare, text) => {
    await openTwo();
    await prepare();
    await rig.say('use yarn', { quotedId: idOf(text) });
    expect([told('one'), told('two')]).toEqual([[], ['use yarn']]);
  });

  test('to one’s own request', async () => {
    await open();
    await rig.say('/agent one', { id: 'mine' });
    await rig.say('/agent two');
    await rig.say('use yarn', { quotedId: 'mine' });
    expect([told('one'), told('two')]).toEqual([['use yarn'], []]);
  });

  test('to the report of a task whose worktree is kept: it goes on', async () => {
    await openTwo();
    await work.finish('two', { kind: 'parked', reason: 'rounds', detail: '', text: '' });
    await rig.say('leave out the docs', { quotedId: idOf('#2 ⏸') });
    expect([session('two')?.state.status, told('two')]).toEqual(['running', ['leave out the docs']]);
  });

  test('a command means the task that was replied to', async () => {
    await openTwo();
    await rig.say('/cancel', { quotedId: idOf('🚀 On it: #2') });
    expect([session('one')?.state.status, session('two')?.state.status]).toEqual(['running', 'cancelled']);
  });
});

describe('words that name no task', () => {
  test('wait for its number, which sends them there, once', async () => {
    await openTwo();
    await rig.say('use yarn');
    const asked = last();
    await rig.say('#1');
    const sent = [told('one'), told('two'), last()];
    await rig.say('#1');
    expect([asked, sent, told('one')]).toEqual([
      WHICH,
      [['use yarn'], [], "#1 👍 Got it. I'll use that in my next step."],
      ['use yarn'],
    ]);
  });

  test('in Spanish', async () => {
    await openTwo({ locale: 'es' });
    await rig.say('usa yarn');
    const asked = last();
    await rig.say('#2');
    expect([asked, told('two'), last()]).toEqual([
      '¿A qué tarea te refieres? Dime su número, como #2.\nGuardé tu mensaje para ella.\n🔧 en marcha: #1 one\n🔧 en marcha: #2 two',
      ['usa yarn'],
      '#2 👍 Anotado. Lo uso en mi próximo paso.',
    ]);
  });

  test('of several messages all go', async () => {
    await openTwo();
    for (const text of ['use yarn', 'and keep the lock file', '#2']) await rig.say(text);
    expect(told('two')).toEqual(['use yarn\nand keep the lock file']);
  });

  test('go to a task that is in line, too', async () => {
    await openTwo();
    for (const text of ['/queue three', 'use yarn', '#3']) await rig.say(text);
    expect([told('three'), last()]).toEqual([
      ['use yarn'],
      "#3 👍 Got it. I'll use that when this task starts.",
    ]);
  });

  test.each<[string, () => Promise<void>]>([
    ['after ten minutes', () => rig.clock.advance(10 * 60_000 + 1)],
    ['after something else was said', () => rig.say('/status')],
    ['when somebody else answers', async () => undefined],
  ])('no longer %s', async (name, meanwhile) => {
    await openTwo({ allowed: [ANA, BOB] });
    await rig.say('use yarn');
    await meanwhile();
    await rig.say('#2', name.includes('else answers') ? { sender: BOB } : {});
    expect([told('two'), last()?.split('\n')[0]]).toEqual([[], '🔧 running: #2 two']);
  });

  test('a reaction in between settles nothing', async () => {
    await openTwo();
    await rig.say('use yarn');
    await rig.say('', { gesture: { kind: 'reaction', target: 'x', emoji: '👍' } });
    await rig.say('#2');
    expect(told('two')).toEqual(['use yarn']);
  });

  test('survive a restart', async () => {
    await openTwo();
    await rig.say('use yarn');
    work.forget();
    rig = await rig.restart();
    await rig.say('#2', { id: 'after' });
    expect(told('two')).toEqual(['use yarn']);
  });

  test('with one task at work are for that one', async () => {
    await openTwo();
    await work.finish('one');
    await rig.say('use yarn');
    expect(told('two')).toEqual(['use yarn']);
  });

  test('a bare yes with nothing asked is handed to nobody', async () => {
    await openTwo();
    await rig.say('yes');
    expect(last()).toBe('No question is open right now.');
  });
});

describe('a pull request of the same number', () => {
  const pullRows = () => createPullRequestStore(rig.store.database);
  function askAboutPull(number: number, askedAtMs = 0): void {
    const about = session('one');
    if (about === undefined) throw new Error('there is no task');
    const pull = { repository: 'ana/shop', number, session: about.id };
    pullRows().follow({ ...pull, url: 'https://example.org/2', nextAtMs: 0, untilMs: 1 });
    pullRows().ask({
      ...pull,
      id: 'P1',
      conversation: about.conversation,
      requester: ANA,
      about: 'checks',
      choices: ['fix', 'log', 'ignore'],
      material: 'the log',
      state: 'open',
      askedAtMs,
    });
  }
  const answered = () => pullRows().question(conversationId('phone', 'ana'), 'P1')?.state;

  test('is asked about, when a task could be told the same', async () => {
    await openTwo();
    askAboutPull(2);
    await rig.say('#2 ignore');
    expect([answered(), told('two'), last()]).toEqual([
      'open',
      [],
      "There's a task #2 and a pull request #2.\nFor the pull request, put the number last: fix #2\nFor the task: /agent-resume #2 <what>",
    ]);
  });

  test.each(['ignore #2', '#12 ignore', '#12 ignorar'])('%s is plain', async (text) => {
    await openTwo();
    askAboutPull(text.startsWith('#12') ? 12 : 2);
    await rig.say(text);
    expect([answered(), told('two')]).toEqual(['answered', []]);
  });

  test('words that are no answer are for the task', async () => {
    await openTwo();
    askAboutPull(2);
    await rig.say('#2 fix the tests too');
    expect([answered(), told('two')]).toEqual(['open', ['fix the tests too']]);
  });

  test.each([
    [
      'after',
      Number.MAX_SAFE_INTEGER,
      'waiting',
      /^Which question.*\nk7x: .*\n.*\nPull request #12\n {3}fix #12 · show log #12 · ignore #12$/,
    ],
    ['before', 0, 'running', /^✅ Allowed/],
  ] as const)(
    'a number that the approval may take, too: the pull request was asked about %s it',
    async (_order, askedAtMs, status, said) => {
      await open();
      await rig.say('/agent one');
      await work.finish('one', { kind: 'waiting', approvalId: 'k7x' });
      askAboutPull(12, askedAtMs);
      await rig.say('1');
      expect([answered(), session('one')?.state.status]).toEqual(['open', status]);
      expect(last()).toMatch(said);
    },
  );
});

describe('in a group', () => {
  const ACCESS: AccessList = {
    people: [
      { phone: ANA, role: 'owner', workspaces: undefined },
      { phone: BOB, role: 'member', workspaces: undefined },
    ],
    groups: [{ id: 'team', people: [ANA, BOB] }],
  };
  const from = (sender: string): Partial<InboundMessage> => ({
    chat: 'team',
    sender,
    group: { addressed: true },
  });
  const refusal = 'Someone else started this task.\nOnly they or an owner can steer, stop or continue it.';

  test.each(['#1 use yarn', '#1 /cancel', '/cancel #1', '/agent-resume #1 use yarn', '/compact #1'])(
    'a member cannot act on the task of somebody else: %s',
    async (text) => {
      await open({ access: ACCESS });
      await rig.say('/agent one', from(ANA));
      await rig.say('/agent two', from(BOB));
      await rig.say(text, from(BOB));
      expect([told('one'), session('one')?.state.cancelRequested, last()]).toEqual([[], false, refusal]);
    },
  );

  test('words of a member are for their only task, whatever else is at work', async () => {
    await open({ access: ACCESS });
    await rig.say('/agent one', from(ANA));
    await rig.say('/agent two', from(BOB));
    await rig.say('use yarn', from(BOB));
    expect([told('one'), told('two')]).toEqual([[], ['use yarn']]);
  });

  test('an owner says which, and may name any', async () => {
    await open({ access: ACCESS });
    await rig.say('/agent one', from(ANA));
    await rig.say('/agent two', from(BOB));
    await rig.say('use yarn', from(ANA));
    await rig.say('#2', from(ANA));
    expect([told('one'), told('two')]).toEqual([[], ['use yarn']]);
  });

  test('/cancel all stops one’s own', async () => {
    await open({ access: ACCESS });
    await rig.say('/agent one', from(ANA));
    await rig.say('/agent two', from(BOB));
    await rig.say('/cancel all', from(BOB));
    expect([session('one')?.state.status, session('two')?.state.status]).toEqual(['running', 'cancelled']);
  });
});
