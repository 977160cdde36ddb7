import { afterEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/contracts/session.ts';
import type { ApprovalId, SessionId } from '../../src/core/ids.ts';
import { FakeChannel } from '../support/fake-channel.ts';
import { settled } from '../support/fake-clock.ts';
import {
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  INSTANCE,
  type RigOptions,
} from '../support/gateway-rig.ts';
import { sessionRecord } from '../support/session-record.ts';
import { sideBySide } from '../support/side-by-side.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({ locale: 'en', ...options });
}

/** A run that ends when the test says so, or when it is stopped. */
function held(): { run: FakeRun; finish(task: string, outcome?: Outcome): Promise<void> } {
  const enders = new Map<string, (outcome: Outcome) => void>();
  return {
    run: (session, agent, { signal }) =>
      new Promise((resolve) => {
        enders.set(session.task, (outcome) => {
          if (outcome.kind !== 'waiting' && outcome.kind !== 'suspended') agent.end(outcome);
          resolve(outcome);
        });
        signal.addEventListener('abort', () => {
          const outcome: Outcome = signal.reason === 'cancel' ? { kind: 'cancelled' } : { kind: 'suspended' };
          enders.get(session.task)?.(outcome);
        });
      }),
    async finish(task, outcome = { kind: 'done', text: '' }) {
      enders.get(task)?.(outcome);
      await settled();
    },
  };
}

const statuses = () => rig.sessions().map(({ task, state: { status } }) => `${task}: ${status}`);

test('a task is started, done and reported', async () => {
  await open();
  await rig.say('/agent fix the login');
  expect(rig.phone.texts).toEqual([
    '🚀 On it: fix the login',
    "✅ Done: fix the login\n\nI didn't edit any files.\n⏱️ 0 s · $0.00\n\n💬 The agent says (I haven't checked it):\nAll done.",
  ]);
  expect(rig.phone.typings).toEqual(['ana on', 'ana off']);
});

test('a second task waits for the first, and says so', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.say('/agent two');
  const before = [...rig.started];
  await work.finish('one');
  expect({ before, after: rig.started, said: rig.phone.texts[1] }).toEqual({
    before: ['one'],
    after: ['one', 'two'],
    said: '🕓 Queued: two\nStarts when this ends: one',
  });
});

test('conversations run side by side, up to the limit', async () => {
  const work = held();
  await open({ run: work.run, settings: { maxParallel: 2 }, ...sideBySide() });
  for (const chat of ['a', 'b', 'c']) await rig.say(`/agent ${chat}`, { chat });
  const before = [...rig.started];
  await work.finish('a');
  expect({ before, after: rig.started }).toEqual({ before: ['a', 'b'], after: ['a', 'b', 'c'] });
});

test('words during a run are kept for it, and acknowledged', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.say('use yarn');
  await rig.say('and keep the lock file');
  const [session] = rig.sessions();
  expect({
    words: session && rig.store.steering.listUnread(session.id).map(({ text }) => text),
    said: rig.phone.texts.slice(1),
  }).toEqual({
    words: ['use yarn', 'and keep the lock file'],
    said: ["👍 Got it. I'll use that in my next step.", "👍 Got it. I'll use that in my next step."],
  });
});

test('words during a question keep it open', async () => {
  await open({ run: async (_session, agent) => agent.ask() });
  await rig.say('/agent one');
  await rig.say('yes please change the tests too');
  expect(rig.phone.texts.at(-1)).toBe(
    [
      "👍 Got it. I'll use that in my next step.",
      'This question is still open:',
      '❓ May I run this command?',
      '`curl https://example.com`',
      'Why I ask: curl is not in the list of commands',
      "If yes: may change things outside git · uses the network · can't be undone",
      '',
      '1 yes · 2 no',
      '(or /approve k7x, /reject k7x why)',
    ].join('\n'),
  );
  expect(rig.store.approvals.get('k7x' as ApprovalId)?.state).toBe('pending');
});

test('a bare yes that answers nothing is not handed to the model', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.say('sí');
  const [session] = rig.sessions();
  expect(session && rig.store.steering.listUnread(session.id)).toEqual([]);
  expect(rig.phone.texts.at(-1)).toBe('No question is open right now.');
});

test('/cancel stops a run, which reports', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.say('/stop');
  expect(rig.phone.texts.slice(1)).toEqual([
    '🛑 Stopping: one\n/agent-resume continues it later.',
    '🛑 Stopped: one',
  ]);
  expect(statuses()).toEqual(['one: cancelled']);
});

test('what a task left in the background is looked after at once when it is to stop', async () => {
  let looks = 0;
  const run: FakeRun = () => new Promise(() => undefined);
  const recordEnds = async (): Promise<void> => {
    looks += 1;
  };
  await open({ run, recordEnds });
  await rig.say('/agent one');
  const before = looks;
  await rig.say('/cancel');
  expect([rig.sessions()[0]?.state.cancelRequested, looks - before]).toEqual([true, 1]);
});

test('what the program before was to stop is stopped by this one', async () => {
  await open({ run: () => new Promise(() => undefined) });
  await rig.say('/agent one');
  await rig.say('/cancel');
  const reasons: unknown[] = [];
  rig = await rig.restart({
    async run(_session, agent, { signal }) {
      reasons.push(signal.reason);
      return agent.end({ kind: 'cancelled' });
    },
  });
  expect([reasons, statuses()]).toEqual([['cancel'], ['one: cancelled']]);
});

test('/cancel of a waiting task withdraws its question', async () => {
  await open({ run: async (_session, agent) => agent.ask() });
  await rig.say('/agent one');
  await rig.say('/cancel');
  await rig.say('yes', { quotedId: 'Q1' });
  expect(statuses()).toEqual(['one: cancelled']);
  expect(rig.phone.texts.at(-1)).toBe('Closed, because its task was cancelled: `curl https://example.com`');
});

test('/cancel ends a task that waits, although its run has not been put away yet', async () => {
  const run: FakeRun = (_session, agent) => {
    agent.ask();
    return new Promise(() => undefined);
  };
  await open({ run });
  await rig.say('/agent one');
  await rig.say('/cancel');
  expect([statuses(), rig.phone.texts.at(-1)]).toEqual([['one: cancelled'], '🛑 Stopped: one']);
});

test('/cancel names a queued task by its id and leaves the running one alone', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.say('/agent two');
  await rig.say(`/cancel ${rig.sessions()[0]?.id}`);
  expect(statuses()).toEqual(['two: cancelled', 'one: running']);
});

test('/cancel says what comes next', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.say('/agent two');
  await rig.say('/cancel');
  expect(rig.phone.texts).toContain('Next in line: two\n/cancel again stops that one too.');
});

test('/cancel of a paused task ends it', async () => {
  await open({
    run: async (_session, agent) =>
      agent.end({ kind: 'paused', untilMs: rig.clock.nowMs() + 60_000, why: 'busy', detail: '' }),
  });
  await rig.say('/agent one');
  await rig.say('/cancel');
  await rig.clock.advance(120_000);
  expect({ statuses: statuses(), started: rig.started }).toEqual({
    statuses: ['one: cancelled'],
    started: ['one'],
  });
});

test.each(['/cancel', '/cancel 20261120-00000099'])('%s with nothing to stop says so', async (text) => {
  await open();
  await rig.say(text);
  expect(rig.phone.texts).toEqual([
    text === '/cancel'
      ? 'Nothing is running here. Start something: /agent <task>'
      : "There's no task 20261120-00000099 in this chat. /sessions lists them.",
  ]);
});

test('a paused task waits no longer when the clock is set back meanwhile', async () => {
  let calls = 0;
  await open({
    run: async (_session, agent) => {
      calls += 1;
      if (calls > 1) return agent.end({ kind: 'done', text: 'Back again.' });
      const untilMs = rig.clock.nowMs() + 60_000;
      return agent.end({ kind: 'paused', untilMs, why: 'busy', detail: 'overloaded' });
    },
  });
  await rig.say('/agent one');
  await rig.clock.advance(20_000);
  rig.clock.jump(-3_600_000);
  await rig.clock.advance(20_000);
  const early = calls;
  for (let looks = 0; looks < 3; looks += 1) await rig.clock.advance(15_000);
  expect([early, calls, statuses()]).toEqual([1, 2, ['one: done']]);
});

test('a report tells the time of the whole task, also of the runs before', async () => {
  const runs = [90_000, 30_000, 15_000];
  await open({
    run: async (_session, agent) => {
      agent.change({ usage: { round: 1, activeMs: runs.shift() ?? 0 } });
      return agent.end({ kind: 'done', text: 'So far.' });
    },
  });
  for (const words of ['/agent one', '/agent-resume #1 go on', '/agent-resume #1 go on'])
    await rig.say(words);
  const times = rig.phone.texts.flatMap((text) => /⏱️ ([^·]+) ·/.exec(text)?.[1] ?? []);
  expect(times).toEqual(['1 min 30 s', '2 min 00 s', '2 min 15 s']);
});

test('a paused task goes on by itself when its time comes', async () => {
  let calls = 0;
  await open({
    run: async (_session, agent) => {
      calls += 1;
      if (calls > 1) return agent.end({ kind: 'done', text: 'Back again.' });
      return agent.end({
        kind: 'paused',
        untilMs: rig.clock.nowMs() + 60_000,
        why: 'busy',
        detail: 'overloaded',
      });
    },
  });
  await rig.say('/agent one');
  await rig.clock.advance(30_000);
  const early = calls;
  await rig.clock.advance(30_000);
  expect({ early, calls, statuses: statuses() }).toEqual({ early: 1, calls: 2, statuses: ['one: done'] });
});

/** Waits for the model as often as there are times, each of them so long. */
function waits(...timesMs: number[]): FakeRun {
  return async (_session, agent) => {
    const ms = timesMs.shift();
    if (ms === undefined) return agent.end({ kind: 'done', text: 'Back again.' });
    return agent.end({
      kind: 'paused',
      untilMs: rig.clock.nowMs() + ms,
      why: 'unreachable',
      detail: 'away',
    });
  };
}

test('the next try begins when its wait is over, not when the house looks next', async () => {
  await open({ run: waits(16_000, 31_000) });
  await rig.say('/agent one');
  const tries: number[] = [];
  for (const ms of [15_999, 1, 30_999, 1]) {
    await rig.clock.advance(ms);
    tries.push(rig.started.length);
  }
  expect([tries, statuses()]).toEqual([[1, 2, 2, 3], ['one: done']]);
});

test('of several waits the one that is over first is tried first', async () => {
  const runs = new Map([
    ['one', waits(20_000)],
    ['two', waits(4000)],
  ]);
  await open({
    run: async (session, agent, control) =>
      runs.get(session.task)?.(session, agent, control) ?? agent.end({ kind: 'cancelled' }),
    ...sideBySide(),
  });
  await rig.say('/agent one');
  await rig.say('/agent two');
  await rig.clock.advance(4000);
  const first = [...rig.started];
  await rig.clock.advance(16_000);
  expect([first, rig.started]).toEqual([
    ['one', 'two', 'two'],
    ['one', 'two', 'two', 'one'],
  ]);
});

test('at the end of input a task that waits for the model goes on by itself', async () => {
  await open({ run: waits(30_000, 60_000) });
  await rig.say('/agent one');
  let idle = false;
  const over = rig.gateway.idle().then(() => {
    idle = true;
  });
  const seen: boolean[] = [];
  for (const ms of [30_000, 60_000]) {
    await settled();
    seen.push(idle);
    await rig.clock.advance(ms);
  }
  await over;
  expect([seen, statuses(), rig.gateway.summary().allDone]).toEqual([[false, false], ['one: done'], true]);
});

test('at the end of input nothing is waited for once the person has stopped it, or the program ends', async () => {
  await open({ run: waits(30_000) });
  await rig.say('/agent one');
  const over = rig.gateway.idle();
  await rig.say('/cancel');
  await over;
  const cancelled = statuses();
  await rig.remove();
  await open({ run: waits(30_000) });
  await rig.say('/agent one');
  const stopped = rig.gateway.idle();
  await rig.gateway.stop();
  await stopped;
  expect([cancelled, statuses(), rig.gateway.summary().ongoingSessions]).toEqual([
    ['one: cancelled'],
    ['one: paused'],
    1,
  ]);
});

test.each([
  ['goes on with the rest of its wait', 20_000, /^I'll try again in 10 s\.$/, 10_000],
  ['is tried at once when its time is over', 40_000, /^Trying again now\.$/, 0],
])(
  'after a kill, a task that waits for the model %s, and its owner is told once',
  async (_, goneMs, words, restMs) => {
    await open({ run: waits(30_000) });
    await rig.say('/agent one');
    const { clock } = rig;
    clock.kill();
    rig.phone.sent.length = 0;
    await clock.advance(goneMs);
    rig = await rig.restart();
    const [title, how] = rig.phone.texts[0]?.split('\n') ?? [];
    const before = statuses();
    await clock.advance(Math.max(0, restMs - 1));
    const early = statuses();
    await clock.advance(1);
    const told = rig.phone.texts.filter((text) => text.includes('🔄'));
    expect({ title, how, before, early, now: statuses(), told: told.length }).toEqual({
      title: '🔄 Restarted while waiting for the model: one',
      how: expect.stringMatching(words),
      before: restMs > 0 ? ['one: paused'] : ['one: done'],
      early: restMs > 0 ? ['one: paused'] : ['one: done'],
      now: ['one: done'],
      told: 1,
    });
  },
);

test.each(['please hurry', '/agent-resume'])(
  '%s makes a task that waits for the model try at once',
  async (words) => {
    let calls = 0;
    await open({
      run: async (_session, agent) => {
        calls += 1;
        if (calls > 1) return agent.end({ kind: 'done', text: 'Back again.' });
        agent.change({ state: { outageWaits: 3 } });
        const untilMs = rig.clock.nowMs() + 120_000;
        return agent.end({ kind: 'paused', untilMs, why: 'unreachable', detail: '' });
      },
    });
    await rig.say('/agent one');
    const before = [calls, statuses()];
    await rig.say(words);
    expect({ before, after: [calls, statuses()] }).toEqual({
      before: [1, ['one: paused']],
      after: [2, ['one: done']],
    });
  },
);

test('/agent-resume grants a new run, money and a hint', async () => {
  let calls = 0;
  await open({
    run: async (_session, agent) => {
      calls += 1;
      if (calls > 1) return agent.end({ kind: 'done', text: '' });
      agent.change({ usage: { round: 15, activeMs: 90_000 } });
      return agent.end({ kind: 'parked', reason: 'rounds', detail: '15', text: 'Half done.' });
    },
  });
  await rig.say('/agent one');
  await rig.say('/agent-resume +1.50 skip the docs');
  const [session] = rig.sessions();
  expect(session).toMatchObject({
    state: { status: 'done' },
    usage: { round: 15, runStartRound: 15, activeMs: 0, extraMicroUsd: 1_500_000 },
  });
  expect(session && rig.store.steering.listUnread(session.id).map(({ text }) => text)).toEqual([
    'skip the docs',
  ]);
  expect(rig.phone.texts).toContain('▶️ Continuing: one\nIts limit is now $1.50 higher.');
});

test('only the owner of a task can allow money for it', async () => {
  await open({ allowed: ['34600111222', '34600999888'] });
  await rig.say('/agent one');
  await rig.say('/agent-resume +5', { sender: '34600999888' });
  expect(rig.phone.texts.at(-1)).toBe('Only the person who started this task can raise its limit.');
});

test('a task of another chat can neither be resumed nor cancelled', async () => {
  await open();
  await rig.say('/agent one');
  const id = rig.sessions()[0]?.id;
  await rig.say(`/agent-resume ${id}`, { chat: 'elsewhere' });
  await rig.say(`/cancel ${id}`, { chat: 'elsewhere' });
  const refusal = `There's no task ${id} in this chat. /sessions lists them.`;
  expect(rig.phone.texts.slice(-2)).toEqual([refusal, refusal]);
});

test('/agent-resume of an id that only its transcript knows restores it first', async () => {
  const id = '20251231-0badcafe' as SessionId;
  await open({
    restoreSession: (wanted, store) => {
      if (wanted !== id) return false;
      store.sessions.create(
        sessionRecord({
          id,
          conversation: 'phone:ana' as never,
          state: { status: 'parked' },
          task: 'old',
          instance: INSTANCE,
        }),
      );
      return true;
    },
  });
  await rig.say('/agent-resume 20251231-00000000');
  await rig.say(`/agent-resume ${id} go on`);
  expect({ started: rig.started, said: rig.phone.texts.slice(0, 2) }).toEqual({
    started: ['old'],
    said: ["There's no task 20251231-00000000 in this chat. /sessions lists them.", '▶️ Continuing: old'],
  });
});

test.each(['/agent-resume', '/undo', '/diff', '/cost', '/cancel', '/merge'])(
  '%s of a task that was too old to be kept says so',
  async (command) => {
    await open();
    await rig.say('/agent one');
    const { id } = rig.sessions()[0] ?? expect.unreachable();
    rig.store.sessions.update(id, { state: { status: 'done', endedAtMs: 2 }, atMs: 2 });
    expect(rig.store.forgetting().begin(3, 1)).toBe(1);
    await rig.say(`${command} ${id}`);
    expect(rig.phone.texts.at(-1)).toBe(
      `I no longer have ${id}: it ended too long ago.\n/sessions lists the tasks I still have.`,
    );
  },
);

test('free text starts a talk and hints once that /agent may change things', async () => {
  await open();
  await rig.say('what does this project do?');
  await rig.say('and the tests?');
  await rig.clock.advance(3 * 3_600_000);
  await rig.say('hello again');
  expect(rig.phone.texts).toEqual([
    'I\'ll answer without changing anything.\nTo have me do it, say "do it" or send /agent <task>',
    'All done.',
    'All done.',
    'All done.',
  ]);
  expect(rig.sessions().map(({ mode, task }) => `${mode}: ${task}`)).toEqual([
    'talk: hello again',
    'talk: what does this project do?',
  ]);
});

test.each(['request', 'too-long'] as const)(
  'a talk that the model refuses to read again (%s) is not continued: the next words begin a new one',
  async (reason) => {
    await open({
      run: async (_session, agent) => agent.end({ kind: 'parked', reason, detail: '', text: '' }),
    });
    await rig.say('what is this?');
    await rig.say('and that?');
    expect(rig.started).toEqual(['what is this?', 'and that?']);
    expect(rig.sessions()).toHaveLength(2);
  },
);

test('the words that continue a talk reach it as the next thing the person said', async () => {
  await open();
  await rig.say('what does this project do?');
  await rig.say('and the tests?');
  const [session] = rig.sessions();
  expect(session && rig.store.steering.listUnread(session.id).map(({ text }) => text)).toEqual([
    'and the tests?',
  ]);
});

test('a talk is called by what was asked last, a task by what it is about', async () => {
  await open({
    run: async (session, agent) => {
      rig.store.sessions.update(session.id, { prompt: { system: 'x' }, atMs: rig.clock.nowMs() });
      return agent.end({ kind: 'parked', reason: 'rounds', detail: '', text: '' });
    },
  });
  await rig.say('hello');
  await rig.say('why is the build slow?');
  await rig.say('/agent speed it up');
  await rig.say('/agent-resume only the tests');
  expect(rig.phone.texts.filter((text) => text.includes('⏸')).map((text) => text.split('\n')[0])).toEqual([
    '⏸ Paused: hello',
    '⏸ Paused: why is the build slow?',
    '⏸ Paused: speed it up',
    '⏸ Paused: speed it up',
  ]);
});

test('an unknown command is answered with one of the language of the chat', async () => {
  await open();
  await rig.say('/config');
  await rig.say('/cnofiar');
  expect(rig.phone.texts.map((text) => text.split('\n')[0])).toEqual([
    expect.stringMatching(/^I don't know \/config\.(?! Did)/),
    "I don't know /cnofiar. Did you mean /confiar?",
  ]);
});

test('the gesture to stop cancels what runs', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  rig.phone.receiver.interrupt(
    'ana',
    rig.sessions().map(({ id }) => id),
  );
  await settled();
  expect(statuses()).toEqual(['one: cancelled']);
});

test('a run that breaks by a mistake of ours is a failed task with a message', async () => {
  await open({ run: async () => Promise.reject(new TypeError('x is undefined')) });
  await rig.say('/agent one');
  expect(statuses()).toEqual(['one: failed']);
  expect(rig.phone.texts.at(-1)).toContain('I hit an internal error: x is undefined\n');
});

test('each person is answered in the language of their first telling message', async () => {
  rig = await gatewayRig();
  await rig.say('/status');
  await rig.say('hola', { chat: 'bea' });
  await rig.say('/status', { chat: 'bea' });
  await rig.say('/status', { chat: 'ana' });
  const models = rig.phone.texts.flatMap((text) => /🧠 (Model|Modelo):/.exec(text)?.[1] ?? []);
  expect(models).toEqual(['Model', 'Modelo', 'Model']);
});

test('shutdown leaves a run in its rows; the next program goes on and says so in one line', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  await rig.gateway.stop();
  const left = statuses();
  rig.phone.sent.length = 0;
  rig = await rig.restart({ run: async (_session, agent) => agent.end({ kind: 'done', text: '' }) });
  expect({ left, now: statuses(), said: rig.phone.texts[0] }).toEqual({
    left: ['one: running'],
    now: ['one: done'],
    said: '🔄 Restarted while working on: one\nContinuing from round 1.',
  });
});

test('the notice of a restart names the question that is still open', async () => {
  const work = held();
  const run: FakeRun = (session, agent, control) =>
    session.task === 'ask' ? Promise.resolve(agent.ask()) : work.run(session, agent, control);
  rig = await gatewayRig({ locale: 'en', run, ...sideBySide() });
  await rig.say('/agent ask');
  await rig.say('/agent one');
  await rig.gateway.stop();
  rig.phone.sent.length = 0;
  rig = await rig.restart({ run: async (_session, agent) => agent.end({ kind: 'done', text: '' }) });
  expect(rig.phone.texts[0]).toBe(
    [
      '🔄 Restarted while working on: #2 one',
      'Continuing from round 1.',
      'This question is still open:',
      '❓ May I run this command?',
      '`curl https://example.com`',
      'Why I ask: curl is not in the list of commands',
      "If yes: may change things outside git · uses the network · can't be undone",
      '',
      '1 yes · 2 no',
      '(or /approve k7x, /reject k7x why)',
    ].join('\n'),
  );
});

test('idle waits for runs and their messages; the summary tells whether all was done', async () => {
  const work = held();
  await open({ run: work.run });
  await rig.say('/agent one');
  let idle = false;
  const waiting = rig.gateway.idle().then(() => {
    idle = true;
  });
  await settled();
  const before = { idle, ...rig.gateway.summary() };
  await work.finish('one');
  await waiting;
  expect([before, rig.gateway.summary()]).toEqual([
    {
      idle: false,
      allDone: false,
      unfinishedSessions: 1,
      ongoingSessions: 1,
      unprovenSessions: 0,
      unfinishedMessages: 0,
      unsentConversations: 0,
    },
    {
      allDone: true,
      unfinishedSessions: 0,
      ongoingSessions: 0,
      unprovenSessions: 0,
      unfinishedMessages: 0,
      unsentConversations: 0,
    },
  ]);
});

test('at the end of input a waiting task stays in its rows, and not all was done', async () => {
  await open({ run: async (_session, agent) => agent.ask() });
  await rig.say('/agent one');
  await rig.gateway.idle();
  await rig.gateway.stop();
  expect({ allDone: rig.gateway.summary().allDone, statuses: statuses() }).toEqual({
    allDone: false,
    statuses: ['one: waiting'],
  });
});

test('a channel that is not connected keeps its messages for later', async () => {
  const console = new FakeChannel('console', { localOwner: true });
  await open({ channels: [new FakeChannel(), console] });
  rig.store.sessions.create(
    sessionRecord({
      id: '20261119-00000001' as SessionId,
      conversation: 'gone:x' as never,
      state: { status: 'running' },
      instance: INSTANCE,
    }),
  );
  rig = await rig.restart();
  expect(rig.store.outbox.listUnsentChats(INSTANCE)).toEqual(['gone:x']);
  expect(rig.gateway.summary().allDone).toBe(false);
});

test('what a message stops waits for the disk first, and what it begins does not', async () => {
  const order: string[] = [];
  await open({
    // Its sends wait for no flush.
    channels: [new FakeChannel('phone', { journals: true })],
    run: (_session, agent, { signal }) =>
      new Promise((resolve) => {
        order.push('began');
        signal.addEventListener('abort', () => {
          order.push('stopped');
          resolve(agent.end({ kind: 'cancelled' }));
        });
      }),
  });
  vi.spyOn(rig.store, 'flush').mockImplementation(() => void order.push('flushed'));
  await rig.say('/agent one');
  await rig.say('/cancel');
  expect(order).toEqual(['began', 'flushed', 'stopped']);
});
