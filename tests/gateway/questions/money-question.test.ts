import { afterEach, describe, expect, test } from 'vitest';
import type { Gesture } from '../../../src/contracts/channel.ts';
import { MONEY_QUESTION } from '../../../src/contracts/session.ts';
import { type ApprovalId, type CallId, pollIdOf } from '../../../src/core/ids.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

const QUESTION = '3EB0AABBCCDDEEFF001122';
const BOB = '34600999888';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** A task that reaches its cap at once, and is done when it goes on. */
function capped(): FakeRun {
  let runs = 0;
  return async (session, agent) => {
    runs += 1;
    if (runs > 1) return agent.end({ kind: 'done', text: 'All done.' });
    agent.ask({
      messageId: QUESTION,
      question: {
        tool: MONEY_QUESTION,
        text: 'one\nSpent so far: $1.00 of $1.00.',
        details: '',
        offers: undefined,
      },
      call: MONEY_QUESTION as CallId,
    });
    agent.change({
      state: { status: 'parked', reason: 'money' },
      usage: { costMicroUsd: 1_000_000, round: 4 },
    });
    return { kind: 'parked', reason: 'money', detail: session.id, text: '' };
  };
}

async function asked(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({ locale: 'en', run: capped(), ...options });
  await rig.say('/agent one');
}

function state() {
  const approval = rig.store.approvals.get('k7x' as ApprovalId);
  const [session] = rig.sessions();
  return {
    answer: approval?.state,
    scope: approval?.answer?.scope,
    status: session?.state.status,
    extra: session?.usage.extraMicroUsd,
    runs: rig.started.length,
  };
}

const OPEN = { answer: 'pending', scope: undefined, status: 'parked', extra: 0, runs: 1 };
const MORE = { answer: 'approved', scope: 'once', status: 'done', extra: 1_000_000, runs: 2 };
const FINISH = { answer: 'approved', scope: 'finish', status: 'done', extra: 0, runs: 2 };
const STOP = { answer: 'rejected', scope: undefined, status: 'cancelled', extra: 0, runs: 1 };

test('the question says what was spent and what can be answered, without a word of risk', async () => {
  await asked();
  expect(rig.phone.texts.at(-1)).toBe(
    [
      '💰 This task reached its money limit',
      'one',
      'Spent so far: $1.00 of $1.00.',
      '',
      '1 +$1 · 2 finish what you have · 3 stop',
      '(or /approve k7x, /approve k7x finish, /reject k7x)',
    ].join('\n'),
  );
});

test.each([
  ['1', MORE],
  ['+$1', MORE],
  ['+1', MORE],
  ['one more dollar', MORE],
  ['un dólar más', MORE],
  ['1 más', MORE],
  ['/approve k7x', MORE],
  ['/approve k7x +$1', MORE],
  ['2', FINISH],
  ['2 finish', FINISH],
  ['Finish what you have!', FINISH],
  ['termina con lo que tienes', FINISH],
  ['Terminá con lo que tenés', FINISH],
  ['/approve k7x finish', FINISH],
  ['/approve k7x termina', FINISH],
  ['3', STOP],
  ['stop', STOP],
  ['para', STOP],
  ['¡Detente!', STOP],
  ['/approve k7x 3', STOP],
  ['/reject k7x', STOP],
])('%j is an answer', async (words, expected) => {
  await asked();
  await rig.say(words);
  expect(state()).toEqual(expected);
});

test.each(['yes', 'sí', 'no', 'no, thanks', 'ok', '/approve k7x perhaps'])(
  '%j could mean two of them: nothing is decided, and the choices are shown again',
  async (words) => {
    await asked();
    await rig.say(words);
    expect(state()).toEqual(OPEN);
    expect(rig.phone.texts.at(-1)).toMatch(/^Please choose one of these three:\n1 \+\$1 · 2 finish/);
  },
);

test.each(['4', 'stop the server first, please', 'is 1 enough?'])('%j is no answer', async (words) => {
  await asked();
  await rig.say(words);
  expect(state()).toMatchObject({ answer: 'pending', extra: 0 });
});

describe('with polls', () => {
  const poll = (choices: readonly string[]): Gesture => ({
    kind: 'vote',
    target: pollIdOf(QUESTION),
    choices,
  });
  const channels = () => [new FakeChannel('phone', { poll: true })];

  test.each([
    ['+$1', MORE],
    ['+$1 más', MORE],
    ['Finish what you have', FINISH],
    ['Termina con lo que tienes', FINISH],
    ['Stop', STOP],
    ['Para', STOP],
    ['✅ Yes, always', OPEN],
  ])('a vote for %j', async (choice, expected) => {
    await asked({ channels: channels() });
    await rig.say('', { gesture: poll([choice]), sender: ANA });
    expect(state()).toEqual(expected);
  });

  test('the poll has the three choices', async () => {
    await asked({ channels: channels(), locale: 'es' });
    expect(rig.phone.sent.at(-1)?.body).toEqual({
      kind: 'poll',
      question: '💰 Esta tarea llegó a su límite de dinero',
      choices: ['+$1 más', 'Termina con lo que tienes', 'Para'],
    });
  });

  test('a thumb decides nothing about money', async () => {
    await asked({ channels: channels() });
    await rig.say('', { gesture: { kind: 'reaction', target: QUESTION, emoji: '👍' }, sender: ANA });
    expect(state()).toEqual(OPEN);
  });
});

test.each([
  ['1', 'Already answered: $1 more.'],
  ['2', 'Already answered: finish with what I have.'],
  ['3', 'Already answered: stop.'],
])('after %j a second answer is told what was decided', async (words, told) => {
  await asked();
  await rig.say(words);
  const before = state();
  await rig.say('/approve k7x');
  expect([rig.phone.texts.at(-1), state()]).toEqual([told, before]);
});

test('nobody else answers', async () => {
  await asked({ allowed: [ANA, BOB] });
  await rig.say('1', { sender: BOB });
  await rig.say('/approve k7x', { sender: BOB });
  expect(state()).toEqual(OPEN);
  expect(rig.phone.texts.at(-1)).toBe('Only the person who started this task can answer.');
});

test('the answer counts in a program that was started after the question', async () => {
  await asked();
  rig = await rig.restart({ run: async (_session, agent) => agent.end({ kind: 'done', text: 'All done.' }) });
  await rig.say('+$1');
  expect(state()).toEqual({ ...MORE, runs: 1 });
});

test('stopping ends it with a report', async () => {
  await asked();
  await rig.say('3');
  expect(rig.phone.texts.slice(-2)).toEqual([
    '🛑 Stopping here.',
    expect.stringContaining('🛑 Stopped: one'),
  ]);
});

test('/agent-resume +1 answers it too, and leaves no open question', async () => {
  await asked();
  await rig.say('/agent-resume +1');
  expect(state()).toEqual({ ...MORE, answer: 'withdrawn', scope: undefined });
});

test('/agent-resume without money shows the question again', async () => {
  await asked();
  await rig.say('/agent-resume');
  expect(state()).toEqual(OPEN);
  expect(rig.phone.texts.at(-1)).toContain('1 +$1 · 2 finish what you have · 3 stop');
});

describe("the day's limit", () => {
  const spend = (microUsd: number) => {
    const [session] = rig.sessions();
    if (session === undefined) throw new Error('no session yet');
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const { id, owner } = session;
    rig.store.spending.add({ session: id, person: owner, usage, microUsd, atMs: rig.clock.nowMs() });
  };

  test.each(['/agent two', 'what is in here?', '/agent-resume #1'])(
    '%j is refused when it is spent',
    async (text) => {
      rig = await gatewayRig({ locale: 'en' });
      await rig.say('/agent one');
      spend(5_000_000);
      await rig.say(text);
      expect(rig.started).toEqual(['one']);
      expect(rig.phone.texts.at(-1)).toMatch(
        /^💰 You've spent your \$5\.00 for today\.\nI can start new work after 00:00 UTC \(in \d.*\)\.\nAn owner can raise the limit: AGENT_DAILY_COST_USD/,
      );
    },
  );

  test('the next day begins at 00:00 UTC', async () => {
    rig = await gatewayRig({ locale: 'en' });
    await rig.say('/agent one');
    spend(5_000_000);
    await rig.clock.advance(86_400_000);
    await rig.say('/agent two');
    expect(rig.started).toEqual(['one', 'two']);
  });

  test('what one person spent does not stop another', async () => {
    rig = await gatewayRig({ locale: 'en', allowed: [ANA, BOB] });
    await rig.say('/agent one');
    spend(5_000_000);
    await rig.say('/agent two', { sender: BOB });
    expect(rig.started).toEqual(['one', 'two']);
  });
});
