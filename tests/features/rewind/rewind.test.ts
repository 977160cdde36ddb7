import { afterEach, expect, test } from 'vitest';
import type {
  CheckpointStep,
  Checkpoints,
  UndoPlan,
  UndoResult,
} from '../../../src/contracts/checkpoints.ts';
import { Failure } from '../../../src/core/failure.ts';
import { createRewindStore } from '../../../src/features/rewind/rewind.ts';
import { settled } from '../../support/fake-clock.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';
import { type MadeRound, makeRounds } from './rounds-rig.ts';

const BOB = '34600999888';
const PLAN: UndoPlan = { files: [], kept: [], repository: null, unknownSteps: 0 };
const RESULT: UndoResult = {
  restored: ['src/a.ts'],
  removed: ['src/new.ts'],
  merged: [],
  kept: [{ path: 'README.md', why: 'edited' }],
  dropped: [],
  branchRemoved: null,
  commitsKept: null,
  unknownSteps: 0,
};

const ROUNDS: readonly MadeRound[] = [
  { says: 'First a plan.', plan: ['Look', 'Split the login'] },
  { says: 'I write the module.', writes: ['src/a.ts', 'one'] },
  { says: 'Refactoring it into two files.', writes: ['src/new.ts', 'two'], plan: ['Look', 'Refactor'] },
  { writes: ['src/a.ts', 'three'] },
];

const rigs: GatewayRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

/** A task makes its rounds when it runs for the first time, and ends; later runs end at once. */
const working: FakeRun = async (session, agent) => {
  if (session.usage.round === 0) await makeRounds(session, ROUNDS, rigs[0] as GatewayRig);
  return agent.end({ kind: 'done', text: 'All done.' });
};

interface Planned {
  readonly steps: readonly CheckpointStep[];
  readonly ownBranch: string | undefined;
}

async function rigWith(options: RigOptions = {}, states: Partial<Checkpoints> = {}) {
  const planned: Planned[] = [];
  const checkpoints = {
    plan: async ({ steps, ownBranch }: Planned) => {
      planned.push({ steps, ownBranch });
      return PLAN;
    },
    apply: async () => RESULT,
    ...states,
  };
  const rig = await gatewayRig({ run: working, locale: 'en', ...options, checkpoints });
  rigs.unshift(rig);
  return { rig, planned };
}

async function ask(rig: GatewayRig, text: string, change?: Parameters<GatewayRig['say']>[1]) {
  const since = rig.phone.texts.length;
  await rig.say(text, change);
  await settled();
  return rig.phone.texts.slice(since);
}

function task(rig: GatewayRig) {
  const session = rig.sessions().at(-1);
  if (session === undefined) throw new Error('there is no task');
  return session;
}

function sentTexts(rig: GatewayRig): readonly unknown[] {
  return rig.store.history.listCurrent(task(rig).id, 0).map(({ message }) => message.content.at(-1)?.text);
}

test('without a round it lists them, one a line, and takes the number as the answer', async () => {
  const { rig, planned } = await rigWith();
  await rig.say('/agent split the login');
  expect(await ask(rig, '/rewind')).toEqual([
    [
      'Which round should I go back to?',
      'split the login',
      '0 · before the first round',
      '1 · First a plan.',
      '2 · I write the module.',
      '3 · Refactoring it into two files.',
      '4 · src/a.ts',
      'Answer with a number and what to do, like: 3 use a map',
    ].join('\n'),
  ]);
  expect(await ask(rig, '2 use a map')).toEqual([
    [
      '⏪ Back at round 2: split the login',
      '📄 Restored: `src/a.ts`',
      '🗑️ New files removed: `src/new.ts`',
      '✋ Left alone, changed since then: `README.md`',
      '▶️ Continuing with: use a map',
    ].join('\n'),
    expect.stringContaining('All done.'),
  ]);
  expect(planned.map(({ steps }) => steps.map(({ call }) => call))).toEqual([['call-3', 'call-4']]);
});

test('history, checklist and records go back; money, rounds and rows stay', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  const { id } = task(rig);
  const before = rig.store.history.all(id);
  await rig.say('/rewind 2 use a map');
  await settled();
  const { history, calls, checkpoints, ledger, steering, sessions } = rig.store;
  const { usage, state } = sessions.get(id) ?? task(rig);
  const { round, costMicroUsd, tokens } = usage;
  const { status } = state;
  expect({
    prefix: history
      .listCurrent(id, 0)
      .slice(0, 5)
      .map(({ message }) => message),
    notice: sentTexts(rig).at(-1),
    kept: history.all(id).slice(0, before.length),
    plan: history.plan(id)?.steps.map(({ title }) => title),
    calls: calls.listCurrent(id).map((call) => call.id),
    allCalls: calls.all(id).length,
    steps: checkpoints.listCurrent(id).map(({ call }) => call),
    written: ledger
      .listWritten(id)
      .filter((file) => file.before !== file.after)
      .map((file) => file.path),
    words: steering.listUnread(id).map(({ text }) => text),
    session: { round, costMicroUsd, tokens, status },
  }).toEqual({
    prefix: before.slice(0, 5),
    notice: expect.stringContaining('The person took this task back to here'),
    kept: before,
    plan: ['Look', 'Split the login'],
    calls: ['call-1', 'call-2'],
    allCalls: 4,
    steps: ['call-2'],
    written: ['src/a.ts'],
    words: ['use a map'],
    session: { round: 4, costMicroUsd: 4000, tokens: 40, status: 'done' },
  });
});

test.each([
  ['/rewind "before the refactor" keep the names', 2],
  ['/rewind before the refactor: keep the names', 2],
  ['/rebobinar "antes del refactor" deja los nombres', 2],
  ['/rewind #1 3 keep the names', 3],
  ['/rewind 0 begin again', 0],
])('%s goes back to round %i', async (text, round) => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  await ask(rig, text);
  expect(createRewindStore(rig.store.database).findLast(task(rig).id)).toMatchObject({
    round,
    state: 'done',
  });
});

test('words that fit several rounds are asked about, with the rounds as choices', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  expect(await ask(rig, '/rewind "src/a.ts"')).toEqual([
    [
      'Several rounds match “src/a.ts”. Which one?',
      '2 · I write the module.',
      '4 · src/a.ts',
      'Answer with a number and what to do, like: 3 use a map',
    ].join('\n'),
  ]);
  expect((await ask(rig, '3'))[0]).toBe("That isn't one of these rounds. I changed nothing.");
  expect((await ask(rig, '2'))[0]).toContain('⏪ Back at round 2');
});

test('without new words the task waits for them, and takes the next words or a reply', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  const [report] = await ask(rig, '/rewind 2');
  expect(report).toContain('What should I do instead? Reply to this, or send /agent-resume #1 <words>');
  expect(task(rig).state).toMatchObject({ status: 'parked', reason: 'rewound' });
  await ask(rig, 'use a map instead');
  expect(rig.store.steering.listUnread(task(rig).id).map(({ text }) => text)).toEqual(['use a map instead']);
});

test('words that come later are not taken for it; a reply to the report is', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  await ask(rig, '/rewind 2');
  const report = rig.phone.sent.findLast(({ body }) => body.kind === 'text' && body.text.startsWith('⏪'));
  await ask(rig, '/status');
  await ask(rig, 'what does the login do');
  expect(rig.store.steering.listUnread(task(rig).id)).toEqual([]);
  await ask(rig, 'use a map instead', { quotedId: report?.id ?? '' });
  expect(rig.store.steering.listUnread(task(rig).id).map(({ text }) => text)).toEqual(['use a map instead']);
});

test('a bare number or no after the list is for it alone; a no leaves the task alone', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  await ask(rig, '/rewind');
  expect(await ask(rig, 'no')).toEqual(['OK, the task stays as it is.']);
  const list = rig.phone.sent.findLast(
    ({ body }) => body.kind === 'text' && body.text.includes('0 · before'),
  );
  expect(await ask(rig, '2', { quotedId: list?.id ?? '' })).toEqual([
    'That question is closed. /rewind lists the rounds again.',
  ]);
  expect(createRewindStore(rig.store.database).findLast(task(rig).id)).toBeUndefined();
});

test('a running task stops first, and its stop is not reported on its own', async () => {
  const { rig } = await rigWith({
    run: async (session, agent, { signal }) => {
      if (session.usage.round > 0) return agent.end({ kind: 'done', text: 'All done.' });
      await makeRounds(session, ROUNDS, rigs[0] as GatewayRig);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return agent.end({ kind: 'cancelled' });
    },
  });
  await rig.say('/agent split the login');
  const said = await ask(rig, '/rewind 1 use a map');
  expect(said[0]).toBe('⏪ Stopping here, then back to round 1.');
  expect(said[1]).toContain('⏪ Back at round 1: split the login');
  expect(said.slice(2)).toEqual([expect.stringContaining('All done.')]);
});

test('a task that waits for an answer is taken back, and its question is withdrawn', async () => {
  const { rig } = await rigWith({
    run: async (session, agent) => {
      if (session.usage.round > 0) return agent.end({ kind: 'done', text: 'All done.' });
      await makeRounds(session, ROUNDS, rigs[0] as GatewayRig);
      return agent.ask();
    },
  });
  await rig.say('/agent split the login');
  const said = await ask(rig, '/rewind 1 use a map');
  expect(said.at(-1)).toContain('All done.');
  expect(rig.store.approvals.listPending(task(rig).conversation)).toEqual([]);
});

test('a stop while it is being taken back leaves it there, without the new words', async () => {
  let release: () => void = () => undefined;
  const { rig } = await rigWith(
    {},
    {
      apply: () =>
        new Promise((resolve) => {
          release = () => resolve(RESULT);
        }),
    },
  );
  await rig.say('/agent split the login');
  await ask(rig, '/rewind 2 use a map');
  await ask(rig, '/cancel #1');
  release();
  await settled();
  expect(rig.phone.texts.at(-1)).toContain('What should I do instead?');
  expect(task(rig).state).toMatchObject({ status: 'parked', reason: 'rewound' });
});

test('nothing else begins in these files meanwhile, and no undo', async () => {
  const order: string[] = [];
  let release: () => void = () => undefined;
  const { rig } = await rigWith(
    {
      run: async (session, agent, control) => {
        order.push(session.task);
        return working(session, agent, control);
      },
    },
    {
      apply: () =>
        new Promise((resolve) => {
          release = () => resolve(RESULT);
        }),
    },
  );
  await rig.say('/agent split the login');
  await ask(rig, '/rewind 2');
  await ask(rig, '/agent another');
  const [undo] = await ask(rig, '/undo #1');
  expect(await ask(rig, '/rewind #1 1')).toEqual(["I'm already rewinding this task: split the login"]);
  order.push('released');
  release();
  await settled();
  expect({ order, undo }).toEqual({
    order: ['split the login', 'released', 'another'],
    undo: expect.any(String),
  });
  expect(undo).not.toContain('Undone');
});

test('one that fails leaves the task as it was, says why, and can be tried again', async () => {
  let attempts = 0;
  const { rig } = await rigWith(
    {},
    {
      plan: async () => {
        attempts += 1;
        if (attempts === 1) throw new Failure('unavailable', 'No room.');
        return PLAN;
      },
    },
  );
  await rig.say('/agent split the login');
  expect(await ask(rig, '/rewind 2 use a map')).toEqual([
    "❌ I couldn't rewind this task: split the login\nNo room.\nI changed nothing more. /rewind tries again.",
  ]);
  expect(task(rig).state.status).toBe('done');
  expect(rig.store.steering.listUnread(task(rig).id)).toEqual([]);
  expect((await ask(rig, '/rewind 2'))[0]).toContain('⏪ Back at round 2');
});

test('rounds before a summary cannot be gone back to, and that is said', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  rig.store.contexts.add(task(rig).id, {
    upTo: 5,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'summary' }] }],
    summary: 'summary',
    method: 'summary',
    tokensBefore: 2,
    tokensAfter: 1,
    windowTokens: undefined,
    microUsd: 0,
    atMs: 0,
  });
  expect(await ask(rig, '/rewind 1')).toEqual([
    [
      "I can't go back to round 1. Which one?",
      'Only these are left: I summarised earlier rounds.',
      '2 · I write the module.',
      '3 · Refactoring it into two files.',
      '4 · src/a.ts',
      'Answer with a number and what to do, like: 3 use a map',
    ].join('\n'),
  ]);
});

test('a task can be taken back again, over rounds that were made since', async () => {
  const { rig, planned } = await rigWith({
    run: async (session, agent) => {
      if (session.usage.round === 0) await makeRounds(session, ROUNDS, rigs[0] as GatewayRig);
      else if (session.usage.round === 4)
        await makeRounds(session, [{ writes: ['src/b.ts', 'four'] }], rigs[0] as GatewayRig);
      return agent.end({ kind: 'done', text: 'All done.' });
    },
  });
  await rig.say('/agent split the login');
  await ask(rig, '/rewind 2 use a map');
  const [list] = await ask(rig, '/rewind');
  expect(list?.split('\n').slice(2, -1)).toEqual([
    '0 · before the first round',
    '1 · First a plan.',
    '2 · I write the module.',
    '5 · src/b.ts',
  ]);
  await ask(rig, '1');
  expect(planned.at(-1)?.steps.map(({ call }) => call)).toEqual(['call-2', 'call-5']);
});

test('after an undo only what came since can be taken back', async () => {
  const { rig } = await rigWith({
    run: async (session, agent) => {
      if (session.usage.round === 0) await makeRounds(session, ROUNDS, rigs[0] as GatewayRig);
      else await makeRounds(session, [{ writes: ['src/b.ts', 'four'] }], rigs[0] as GatewayRig);
      return agent.end({ kind: 'done', text: 'All done.' });
    },
  });
  await rig.say('/agent split the login');
  await ask(rig, '/undo');
  await ask(rig, '/agent-resume #1 go on');
  const [list] = await ask(rig, '/rewind 2');
  expect(list?.split('\n').slice(1, -1)).toEqual([
    'Only these are left: earlier ones were undone or merged.',
    '4 · src/a.ts',
    '5 · src/b.ts',
  ]);
});

test('an undo after a rewind takes back what stands, and nothing twice', async () => {
  const { rig, planned } = await rigWith();
  await rig.say('/agent split the login');
  await ask(rig, '/rewind 2');
  expect((await ask(rig, '/undo'))[0]).toContain('↩️ Undone: split the login');
  expect(planned.at(-1)?.steps.map(({ call }) => call)).toEqual(['call-2']);
});

test('only whoever started it, or an owner', async () => {
  const member = { phone: BOB, role: 'member', workspaces: undefined } as const;
  const owner = { phone: ANA, role: 'owner', workspaces: undefined } as const;
  const { rig } = await rigWith({ access: { people: [owner, member], groups: [] } as never });
  await rig.say('/agent split the login');
  const refused = 'Someone else started this task.\nOnly they or an owner can steer, stop or continue it.';
  expect(await ask(rig, '/rewind #1 2 use a map', { sender: BOB })).toEqual([refused]);
  expect(await ask(rig, '/rewind #1', { sender: BOB })).toEqual([refused]);
});

test.each([
  ['/rewind', 'No task in this chat has rounds to go back to yet.'],
  ['/rewind #7 2', 'No task in this chat has rounds to go back to yet.'],
  ['/fork', 'No task in this chat has rounds to go back to yet.'],
])('%s without a task says so', async (text, said) => {
  const { rig } = await rigWith();
  expect(await ask(rig, text)).toEqual([said]);
});

test('an older round than any, a word that fits none, and a number that is none are asked about', async () => {
  const { rig } = await rigWith();
  await rig.say('/agent split the login');
  expect((await ask(rig, '/rewind 99'))[0]).toContain("I can't go back to round 99. Which one?");
  expect((await ask(rig, '/rewind the database'))[0]).toContain('I found no round for “the database”.');
});

test('in Spanish it lists, asks and reports in Spanish', async () => {
  const { rig } = await rigWith({ locale: 'es' });
  await rig.say('/agent parte el login');
  expect((await ask(rig, '/rebobinar'))[0]).toContain('¿A qué ronda vuelvo?\nparte el login');
  expect((await ask(rig, '2 usa un mapa'))[0]).toMatch(
    /^⏪ De vuelta en la ronda 2: parte el login[\s\S]*▶️ Sigo con: usa un mapa$/,
  );
});
