import { afterEach, describe, expect, test } from 'vitest';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import type { ChatCommand, CommandContext } from '../../../src/contracts/commands.ts';
import { MONEY_QUESTION } from '../../../src/contracts/session.ts';
import type { MadeWorktree, WorktreeKind } from '../../../src/contracts/worktrees.ts';
import { type ApprovalId, conversationId, type InstanceId, type SessionId } from '../../../src/core/ids.ts';
import { createOfferStore } from '../../../src/features/conversation/offer.ts';
import { createFollowUpStore } from '../../../src/features/follow-ups/follow-up.ts';
import {
  createPullRequestStore,
  type PullQuestion,
} from '../../../src/features/pull-requests/pull-request.ts';
import { createRewindStore } from '../../../src/features/rewind/rewind.ts';
import { serializeOffer } from '../../../src/features/secretary/routing-store.ts';
import { decideMessage } from '../../../src/gateway/decide.ts';
import { resolveQuestion } from '../../../src/gateway/questions/open-questions.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { ANA, approvalRecord, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { jobsIn } from '../../support/jobs.ts';
import { offers } from '../../support/offers.ts';
import { routingsIn } from '../../support/routings.ts';
import { sessionRecord } from '../../support/session-record.ts';

const HERE = conversationId('phone', 'ana');
const INSTANCE = 'test-instance' as InstanceId;
const MADE: MadeWorktree = {
  baseCommit: 'c0ffee',
  baseBranch: 'refs/heads/main',
  base: { kind: 'kept', tree: 't' } as never,
  uncommitted: [],
  linked: [],
  dependencies: [],
  setup: null,
};

let rig: GatewayRig;
let context: CommandContext;
let count = 0;
afterEach(() => rig.remove());

async function open(): Promise<void> {
  count = 0;
  const probe: ChatCommand = {
    name: 'probe',
    aliases: [],
    topic: 'chat',
    describe: (texts) => texts.commands.cancel,
    run(_rest, seen) {
      context = seen;
      return [];
    },
  };
  rig = await gatewayRig({
    locale: 'en',
    commands: [probe],
    program: { timezone: 'Europe/Madrid' },
  });
  await rig.say('/probe');
}

function message(text: string, change: Partial<InboundMessage> = {}): InboundMessage {
  count += 1;
  return {
    account: 'phone',
    chat: 'ana',
    sender: ANA,
    id: `said-${count}`,
    text,
    sentAtMs: context.nowMs,
    ...change,
  };
}

/** A message of before, which is in the inbox and was handled; its id. */
function said(text: string): string {
  const one = message(text);
  const row = rig.store.inbox.accept({
    channel: 'phone',
    message: one,
    instance: INSTANCE,
    atMs: context.nowMs,
  });
  if (row !== undefined) rig.store.inbox.finish(row.seq, 'done', undefined);
  return one.id;
}

function approval(id: string, tool: string): void {
  const session = `20261120-0000a${id}` as SessionId;
  const number = id === 'k7x' ? 5 : 6;
  const task = { id: session, conversation: HERE, owner: ANA, number, task: id };
  rig.store.sessions.create(
    sessionRecord({ ...task, state: { status: 'waiting', updatedAtMs: context.nowMs } }),
  );
  rig.store.approvals.create(
    approvalRecord({
      id: id as ApprovalId,
      session,
      messageId: `Q-${id}`,
      question: { tool, offers: offers() },
    }),
  );
}

function worktree(number: number, kind: WorktreeKind): void {
  const id = `20261120-0000000${number}` as SessionId;
  const folder = `/worktrees/${number}`;
  const task = {
    id,
    conversation: HERE,
    owner: ANA,
    number,
    task: `task ${number}`,
    workspace: folder,
  } as const;
  rig.store.sessions.create(
    sessionRecord({
      ...task,
      project: '/projects/shop',
      state: { status: 'done', updatedAtMs: context.nowMs },
    }),
  );
  const branch = kind === 'branch' ? `wasap/${number}` : undefined;
  rig.store.worktrees.add({ session: id, kind, project: '/projects/shop', folder, branch, createdAtMs: 0 });
  rig.store.worktrees.setMade(id, MADE);
}

const pullRows = () => createPullRequestStore(rig.store.database);

function pull(number: number, asked: Partial<Pick<PullQuestion, 'about' | 'choices'>> = {}): void {
  const session = `20261120-0000b0${number}` as SessionId;
  rig.store.sessions.create(
    sessionRecord({
      id: session,
      conversation: HERE,
      owner: ANA,
      state: { status: 'done' },
      number: 0,
      task: 'opened it',
    }),
  );
  const about = { repository: 'o/r', number, session };
  pullRows().follow({ ...about, url: 'https://example.org', nextAtMs: 0, untilMs: 1 });
  pullRows().ask({
    ...about,
    id: `P${number}`,
    conversation: HERE,
    requester: ANA,
    about: 'checks',
    choices: ['fix', 'log', 'ignore'],
    material: 'the log',
    state: 'open',
    askedAtMs: context.nowMs,
    ...asked,
  });
}

const OFFER = serializeOffer({
  interpretation: { intent: 'review', context: '', requirements: [], keywords: [] },
  recommendation: {
    kind: 'workflow',
    alternatives: [],
    options: [{ kind: 'workflow', workflow: 'implement' }, { kind: 'cancel' }],
  },
  agents: [],
  workflows: {
    brainstorm: { kind: 'chat', name: 'agent' },
    implement: { kind: 'chat', name: 'agent' },
    'create-plan': { kind: 'chat', name: 'plan' },
  },
});
const QUESTIONS = JSON.stringify([
  { question: 'Which part?', options: ['login', 'payment'], poll: 'poll-1' },
]);

function routing(state: 'asked' | 'offered'): void {
  const seq = routingsIn(rig.store).add({
    instance: INSTANCE,
    conversation: HERE,
    locale: 'en',
    requester: ANA,
    workspace: '/projects/shop',
    request: 'review the login',
    messageId: 'R1',
    atMs: context.nowMs,
  });
  const material = state === 'asked' ? QUESTIONS : OFFER;
  routingsIn(rig.store).setQuestion(seq, { state, material, polls: ['poll-1'], atMs: context.nowMs });
}

function job(request: string): void {
  const id = jobsIn(rig.store).add({
    conversation: HERE,
    owner: ANA,
    locale: 'en',
    workspace: '/projects/shop',
    source: 'request',
    request,
    messageId: `J-${request}`,
    createdAtMs: context.nowMs,
    instance: INSTANCE,
  });
  jobsIn(rig.store).setPlan(id, { text: '{}', hash: 'changed', atMs: context.nowMs });
}

/** A task that has ended, about which a feature asks. */
function ended(number: number): SessionId {
  const id = `20261120-0000d00${number}` as SessionId;
  const task = { id, conversation: HERE, owner: ANA, number, task: `ended ${number}` } as const;
  rig.store.sessions.create(
    sessionRecord({ ...task, state: { status: 'done', updatedAtMs: context.nowMs } }),
  );
  return id;
}

function offer(): void {
  createOfferStore(rig.store.database).add({
    conversation: HERE,
    person: ANA,
    code: '7k',
    kind: 'begin',
    session: ended(8),
    project: context.workspace,
    task: 'fix the login',
    words: 'do it',
    enclosure: undefined,
    sourceMessage: said('do it'),
    messageId: 'O1',
    atMs: context.nowMs,
  });
}

function rounds(): void {
  createRewindStore(rig.store.database).addQuestion({
    id: 'W1',
    session: ended(9),
    conversation: HERE,
    requester: ANA,
    about: 'rewind',
    rounds: [1, 2, 3],
    words: '',
    inboxSeq: 1,
    state: 'open',
    askedAtMs: context.nowMs,
  });
}

function followUp(): void {
  const rows = createFollowUpStore(rig.store.database);
  const about = { topic: 'end:p1', session: ended(7), instance: INSTANCE, atMs: context.nowMs };
  const seq = rows.add({ ...about, line: 'The build failed.', instruction: 'Mend it.' }) ?? 0;
  rows.markNotified(seq, { messageId: 'F1', atMs: context.nowMs });
}

interface Kind {
  ask(): void;
  /** Its line where a person is asked which question is meant. */
  readonly line: RegExp;
  /** An answer with its code, and the action or the reply that it leads to. */
  readonly coded: string;
  readonly action: RegExp;
}

const jobId = () => jobsIn(rig.store).listOfChat(HERE, 1)[0]?.id ?? '';
const KINDS: Readonly<Record<string, Kind>> = {
  approval: {
    ask: () => approval('k7x', 'run_command'),
    line: /^k7x: /m,
    coded: '1 k7x',
    action: /"answer","approval":"k7x","scope":"once"/,
  },
  money: {
    ask: () => approval('m4p', MONEY_QUESTION),
    line: /^m4p: /m,
    coded: 'm4p 2',
    action: /"answer","approval":"m4p","scope":"finish"/,
  },
  branch: {
    ask: () => worktree(2, 'branch'),
    line: /^#2 task 2$/m,
    coded: '#2 2',
    action: /"worktrees.choose","session":"20261120-00000002","choice":"keep"/,
  },
  'dry run': {
    ask: () => worktree(3, 'dry-run'),
    line: /^#3 task 3$/m,
    coded: '2 #3',
    action: /"worktrees.choose","session":"20261120-00000003","choice":"discard"/,
  },
  'pull request': {
    ask: () => pull(12),
    line: /ignore #12/,
    coded: 'PR 12: 3',
    action: /"pull-requests.answer","question":"P12","choice":"ignore"/,
  },
  'secretary asking': {
    ask: () => routing('asked'),
    line: /secretary answer/,
    coded: 'secretary 2',
    action: /"secretary\.tell".*"payment"/,
  },
  'secretary offering': {
    ask: () => routing('offered'),
    line: /secretary answer/,
    coded: 'secretary no',
    action: /"secretary\.end".*"cancelled"/,
  },
  job: { ask: () => job('count'), line: /count\n {3}\/job run/, coded: '<job> run', action: /"jobs.cancel"/ },
  cron: {
    ask: () => said('/cron add tomorrow at 9 call Bea'),
    line: /call Bea\n {3}\/cron yes/,
    coded: 'cron yes',
    action: /"cron\.add"/,
  },
  offer: { ask: offer, line: /“fix the login”/, coded: 'yes 7k', action: /"conversation.close".*"accepted"/ },
  rounds: {
    ask: () => rounds(),
    line: /rewind <n>/,
    coded: 'rewind no',
    action: /"rewind\.close-question"/,
  },
  trust: {
    ask() {
      said('/trust deploy');
      const file = {
        workspace: '/projects/shop',
        name: 'deploy',
        path: '.claude/commands/deploy.md',
        hash: 'h',
      };
      rig.store.trust.show({ ...file, person: ANA, atMs: context.nowMs });
    },
    line: /\/trust deploy yes/,
    coded: 'trust yes',
    action: /exactly this: \/trust deploy yes/,
  },
};

/**
 * Only one of each pair exists at a time: a later request of the secretary, or a later message, replaces the other.
 */
const EXCLUSIVE: readonly (readonly string[])[] = [
  ['secretary asking', 'secretary offering'],
  ['cron', 'trust'],
];
const PAIRS = Object.keys(KINDS).flatMap((one) =>
  Object.keys(KINDS).flatMap((other) =>
    one === other || EXCLUSIVE.some((pair) => pair.includes(one) && pair.includes(other))
      ? []
      : [[one, other] as const],
  ),
);

function kind(name: string): Kind {
  const found = KINDS[name];
  if (found === undefined) throw new Error(`no kind ${name}`);
  return found;
}

/** `cron` and `trust` are open until the next message, so they come last; which one was asked first matters to none. */
function ask(...names: readonly string[]): void {
  const last = names.filter((name) => ['cron', 'trust'].includes(name));
  for (const name of [...names.filter((one) => !last.includes(one)), ...last]) kind(name).ask();
}

/** What is decided about a message, which is closed with that. */
function decided(text: string, change: Partial<InboundMessage> = {}) {
  const one = message(text, change);
  const { inbox } = rig.store;
  const row = inbox.accept({ channel: 'phone', message: one, instance: INSTANCE, atMs: context.nowMs });
  const decision = decideMessage(one, context, rig.features);
  if (row !== undefined) inbox.finish(row.seq, decision.state, decision.reason);
  return decision;
}

describe('what a screen shows that was opened while something is open', () => {
  const shown = () => rig.gateway.stillOpen({ conversation: HERE, sender: ANA }, 'en');
  const SAID = 'This question is still open:';
  const APPROVAL = [SAID, expect.stringMatching(/^❓ May I run this command\?\n[\s\S]*\/approve k7x/)];
  const DRY_RUN = [SAID, '#3 task 3', '   apply #3 · discard #3'];

  test.each([
    [[], []],
    [['approval'], APPROVAL],
    [['dry run'], DRY_RUN],
    [
      ['approval', 'dry run'],
      [...APPROVAL, ...DRY_RUN],
    ],
    // They are only open until the next message, and that comes now.
    [['cron'], []],
  ] as const)('%j', async (names, lines) => {
    await open();
    ask(...names);
    expect(shown()).toEqual(lines);
  });

  test('nothing of another person', async () => {
    await open();
    ask('approval', 'dry run');
    expect(rig.gateway.stillOpen({ conversation: HERE, sender: '34600999888' }, 'en')).toEqual([]);
  });
});

describe('a bare word that two open questions could take', () => {
  eachInFull(PAIRS)('%s and %s: it answers neither, and asks which', async (one, other) => {
    await open();
    ask(one, other);
    for (const word of ['yes', '1', '2', 'no, later', 'no', 'sí', 'Dale!', '👍']) {
      const { reason, actions } = decided(word);
      const [told, ...more] = actions;
      expect([word, reason, told?.kind, more]).toEqual([word, 'which question', 'reply', []]);
      const text = told?.kind === 'reply' ? told.text : '';
      expect(text).toMatch(kind(one).line);
      expect(text).toMatch(kind(other).line);
    }
  });

  eachInFull(PAIRS)('%s and %s: an answer with the code is for that one', async (one, other) => {
    await open();
    ask(one, other);
    const { coded, action } = kind(one);
    expect(JSON.stringify(decided(coded.replace('<job>', jobId())).actions)).toMatch(action);
  });
});

test.each(Object.keys(KINDS))(
  'an offer that is a yes or a no alone, and %s: a yes or a no answers neither',
  async (name) => {
    await open();
    followUp();
    ask(name);
    for (const word of ['yes', 'no', 'no, later', 'sí', 'Dale!', '👍']) {
      const { reason, actions } = decided(word);
      const text = actions.flatMap((one) => (one.kind === 'reply' ? [one.text] : [])).join();
      expect([word, reason, /The build failed/.test(text), kind(name).line.test(text)]).toEqual([
        word,
        'which question',
        true,
        true,
      ]);
    }
    expect(JSON.stringify(decided('f1 yes').actions)).toMatch(/"follow-ups.answer"/);
  },
);

test('every feature that asks has its questions in these tables', async () => {
  await open();
  const asking = rig.features.filter(({ questions }) => questions !== undefined).map(({ name }) => name);
  expect(asking.toSorted()).toEqual([
    ...['command-files', 'conversation', 'cron', 'follow-ups', 'jobs', 'pull-requests', 'rewind'],
    ...['secretary', 'worktrees'],
  ]);
});

describe('a plain answer about a pull request', () => {
  const actionsOf = (word: string) =>
    decided(word)
      .actions.map((one) => JSON.stringify(one))
      .join('\n');

  test.each([
    ['behind', 'update'],
    ['comments', 'address'],
    ['conflict', 'fix'],
    ['undone', 'close'],
  ] as const)('is a yes to what is offered: %s', async (about, choice) => {
    await open();
    pull(12, { about, choices: [choice, 'ignore'] });
    for (const word of ['yes', 'dale', 'sí'])
      expect(actionsOf(word)).toContain(`"pull-requests.answer","question":"P12","choice":"${choice}"`);
    expect(actionsOf('no')).toContain('"choice":"ignore"');
  });

  test('is none where a number chooses', async () => {
    await open();
    pull(12);
    expect([actionsOf('2').includes('the log'), actionsOf('3').includes('"choice":"ignore"')]).toEqual([
      true,
      true,
    ]);
  });

  test('is asked about where a yes could be two things', async () => {
    await open();
    pull(12);
    expect(actionsOf('yes')).toContain("That isn't one of the options.\\n1 fix · 2 show log · 3 ignore");
    expect(actionsOf('no')).toContain('"choice":"ignore"');
  });
});

describe('"wait" leaves what is asked open', () => {
  const others = Object.keys(KINDS).filter((name) => !['approval', 'money'].includes(name));

  test.each(others)('%s: it is said again, and answered by the next word', async (name) => {
    await open();
    ask(name);
    const waits = ['wait', 'espera un momento', 'hmm, hold on'].map((word) => decided(word));
    const { coded, action } = kind(name);
    expect(waits.map(({ reason }) => reason)).toEqual(['left open', 'left open', 'left open']);
    for (const { actions } of waits) {
      const [told, ...more] = actions;
      const text = told?.kind === 'reply' ? told.text : '';
      expect([text.split('\n', 1), more]).toEqual([['👍 Take your time. My question stays open:'], []]);
      expect(text).toMatch(kind(name).line);
    }
    expect(JSON.stringify(decided(coded.replace('<job>', jobId())).actions)).toMatch(action);
  });

  test('in reply to one of several, it is about that one', async () => {
    await open();
    ask('branch', 'pull request', 'job');
    const { reason, actions } = decided('wait', { quotedId: 'P12' });
    const text = actions.flatMap((one) => (one.kind === 'reply' ? [one.text] : [])).join();
    expect([reason, text.includes('Pull request #12'), text.includes('#2 task 2')]).toEqual([
      'left open',
      true,
      false,
    ]);
  });

  test('and an approval beside it is what it is about', async () => {
    await open();
    ask('approval', 'pull request');
    const text = JSON.stringify(decided('wait').actions);
    expect([text.includes('/approve k7x'), text.includes('#12')]).toEqual([true, false]);
  });

  test('is for the task where one is at work', async () => {
    await open();
    ask('pull request');
    const task = { id: '20261120-0000c001' as SessionId, conversation: HERE, owner: ANA, number: 8 } as const;
    rig.store.sessions.create(
      sessionRecord({ ...task, state: { status: 'running', updatedAtMs: context.nowMs } }),
    );
    expect(decided('wait').actions.map((one) => one.kind)).toEqual(['steer', 'reply']);
  });

  test('forwarded, or with a wish in it, it asks for no time', async () => {
    await open();
    ask('pull request');
    const kinds = [decided('wait', { forwarded: true }), decided('wait for the tests to pass')];
    expect(kinds.map(({ reason }) => reason)).toEqual([undefined, undefined]);
  });
});

test.each(['1', '3', 'yes'])(
  '"merge, keep or discard #2?" is last on the screen, and another task asks: %s',
  async (word) => {
    await open();
    ask('approval', 'branch');
    expect(decided(word).reason).toBe('which question');
    expect(JSON.stringify(decided('discard').actions)).toMatch(/"worktrees.choose".*"discard"/);
    expect(JSON.stringify(decided('always').actions)).toMatch(/"answer","approval":"k7x","scope":"always"/);
  },
);

test.each([
  [
    'a reply to it',
    (): Partial<InboundMessage> => ({ quotedId: 'Q-k7x' }),
    '1',
    /"answer","approval":"k7x","scope":"once"/,
  ],
  [
    'a vote in its poll',
    (): Partial<InboundMessage> => ({ gesture: { kind: 'vote', target: 'Q-k7x', choices: ['❌ No'] } }),
    '',
    /"answer","approval":"k7x"/,
  ],
  [
    'a thumb on it',
    (): Partial<InboundMessage> => ({ gesture: { kind: 'reaction', target: 'Q-k7x', emoji: '👍' } }),
    '',
    /"answer","approval":"k7x","scope":"once"/,
  ],
  [
    'a reply to the other',
    (): Partial<InboundMessage> => ({ quotedId: 'P12' }),
    '3',
    /"pull-requests.answer","question":"P12","choice":"ignore"/,
  ],
  [
    'a vote on the other',
    (): Partial<InboundMessage> => ({ gesture: { kind: 'vote', target: 'P12', choices: ['ignore'] } }),
    '',
    /"pull-requests.answer","question":"P12","choice":"ignore"/,
  ],
] as const)('with several open questions %s answers that one alone', async (_how, change, text, action) => {
  await open();
  ask('approval', 'money', 'branch', 'pull request', 'job');
  const { reason, actions } = decided(text, change());
  expect([reason, actions.filter(({ kind: one }) => one !== 'reply').length]).toEqual([undefined, 1]);
  expect(JSON.stringify(actions)).toMatch(action);
});

test('a word of one question alone is for that one, whatever else is open', async () => {
  await open();
  ask('approval', 'branch', 'pull request', 'job');
  const told = ['merge', 'fix', 'run', 'for this task'].map((word) => JSON.stringify(decided(word).actions));
  expect(told).toEqual([
    expect.stringMatching(/"choice":"merge"/),
    expect.stringMatching(/"choice":"fix"/),
    expect.stringMatching(/"jobs.cancel"/),
    expect.stringMatching(/"scope":"session"/),
  ]);
});

test('a worktree that waits for more than a day makes no newer question unclear', async () => {
  await open();
  ask('branch');
  context = { ...context, nowMs: context.nowMs + 25 * 60 * 60_000 };
  ask('approval');
  expect(JSON.stringify(decided('1').actions)).toMatch(/"answer","approval":"k7x","scope":"once"/);
});

test('after it was asked which one, a proposal of a cron is still open to a bare yes', async () => {
  await open();
  ask('approval', 'cron');
  expect(decided('yes').reason).toBe('which question');
  rig.store.approvals.decide('k7x' as ApprovalId, { state: 'rejected', answer: 'no', atMs: context.nowMs });
  expect(JSON.stringify(decided('yes').actions)).toMatch(/"cron\.add"/);
});

test.each([
  ['/status', 0],
  ['yes', 1],
])('for %s questions are looked up so often: %i', async (text, count) => {
  await open();
  let looks = 0;
  const questions = {
    listOpen: () => {
      looks += 1;
      return [];
    },
    findQuoted: () => undefined,
  };
  resolveQuestion(message(text), { context, features: [{ name: 'probe', questions }] }, undefined);
  expect(looks).toBe(count);
});
