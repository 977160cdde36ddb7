import { expect, test } from 'vitest';
import { judgeBudget } from '../../src/agent/budget/budget.ts';
import type { RunLimits } from '../../src/contracts/session.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { SHIPPED_SETTINGS } from '../support/shipped-settings.ts';

const LIMITS: RunLimits = {
  ...SHIPPED_SETTINGS.limits,
  maxTokensUnpriced: 1_000_000,
  outage: { waitsMs: [30_000], longestMs: 0 },
};

interface Case {
  readonly session?: SessionDifference;
  readonly activeMs?: number;
  readonly todayMicroUsd?: number;
  readonly nextMicroUsd?: number;
  readonly mayGiveLastReply?: boolean;
  /** The last round that brought the task forward. */
  readonly progressedIn?: number;
  readonly limits?: Partial<RunLimits>;
}

const CASES: readonly (readonly [string, Case, ReturnType<typeof judgeBudget>])[] = [
  ['at the start', {}, { kind: 'go', wrapUpIn: undefined }],
  ['after 12 rounds', { session: { usage: { round: 12 } } }, { kind: 'go', wrapUpIn: undefined }],
  ['after 13 rounds', { session: { usage: { round: 13 } } }, { kind: 'go', wrapUpIn: 2 }],
  [
    'after 15 rounds without progress',
    { session: { usage: { round: 15 } } },
    { kind: 'close', why: 'no-progress' },
  ],
  [
    'after 13 rounds, one of which brought the task forward',
    { session: { usage: { round: 13 } }, progressedIn: 1 },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'after 15 rounds, the last of which brought the task forward',
    { session: { usage: { round: 15 } }, progressedIn: 15 },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'after a second round budget without progress',
    { session: { usage: { round: 30 } }, progressedIn: 15 },
    { kind: 'close', why: 'no-progress' },
  ],
  [
    'after a second round budget with progress, in a resumed run',
    { session: { usage: { round: 47, runStartRound: 17 } }, progressedIn: 33 },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'near the end of a second round budget without progress',
    { session: { usage: { round: 28 } }, progressedIn: 15 },
    { kind: 'go', wrapUpIn: 2 },
  ],
  [
    'with progress, when the money is spent',
    { session: { usage: { round: 15, costMicroUsd: 2_000_000 } }, progressedIn: 15 },
    { kind: 'stop', reason: 'money', detail: '$2.00 of $2.00' },
  ],
  [
    'with progress, when the time is up',
    { session: { usage: { round: 15 } }, activeMs: 3_600_000, progressedIn: 15 },
    { kind: 'stop', reason: 'time', detail: '60 min' },
  ],
  [
    'near the end of the last round budget of all',
    { session: { usage: { round: 298 } }, progressedIn: 298 },
    { kind: 'go', wrapUpIn: 2 },
  ],
  [
    'after the last round budget of all',
    { session: { usage: { round: 300 } }, progressedIn: 300 },
    { kind: 'close', why: 'rounds' },
  ],
  [
    'with progress, where it pauses after each round budget',
    { session: { usage: { round: 15 } }, progressedIn: 15, limits: { continuesByItself: false } },
    { kind: 'close', why: 'rounds' },
  ],
  [
    'near the end of a round budget with progress, where it pauses after each',
    { session: { usage: { round: 13 } }, progressedIn: 13, limits: { continuesByItself: false } },
    { kind: 'go', wrapUpIn: 2 },
  ],
  [
    'round budgets of one round',
    { session: { usage: { round: 3 } }, progressedIn: 3, limits: { maxRounds: 1 } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'a plan, whose rounds are its tasks',
    { session: { usage: { round: 40 } }, limits: { maxRounds: Number.POSITIVE_INFINITY } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'in the second run',
    { session: { usage: { round: 20, runStartRound: 15 } } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'at the money cap',
    { session: { usage: { costMicroUsd: 2_000_000 } } },
    { kind: 'stop', reason: 'money', detail: '$2.00 of $2.00' },
  ],
  [
    'at the cap with a dollar granted',
    { session: { usage: { costMicroUsd: 2_000_000, extraMicroUsd: 1_000_000 } } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'at the daily cap',
    { todayMicroUsd: 20_000_001 },
    { kind: 'stop', reason: 'daily-money', detail: '$20.00 of $20.00' },
  ],
  [
    'a model without a price at its token cap',
    { session: { usage: { costKnown: false, tokens: 1_000_000 } } },
    { kind: 'stop', reason: 'tokens', detail: '1000000 of 1000000' },
  ],
  [
    'a model with a price and many tokens',
    { session: { usage: { tokens: 9_000_000 } } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'a next request that would pass the cap',
    { session: { usage: { costMicroUsd: 1_900_000 } }, nextMicroUsd: 100_001 },
    { kind: 'stop', reason: 'money', detail: '$1.90 of $2.00' },
  ],
  [
    'a next request that may reach the cap',
    { session: { usage: { costMicroUsd: 1_900_000 } }, nextMicroUsd: 100_000 },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'a next request that would pass the day',
    { todayMicroUsd: 19_999_999, nextMicroUsd: 2 },
    { kind: 'stop', reason: 'daily-money', detail: '$20.00 of $20.00' },
  ],
  [
    'at the cap, when the person wants it finished',
    { session: { usage: { costMicroUsd: 2_000_000 } }, mayGiveLastReply: true },
    { kind: 'close', why: 'money' },
  ],
  [
    'the day is spent, whatever the person chose',
    { session: { usage: { costMicroUsd: 2_000_000 } }, todayMicroUsd: 20_000_000, mayGiveLastReply: true },
    { kind: 'stop', reason: 'daily-money', detail: '$20.00 of $20.00' },
  ],
  ['after an hour', { activeMs: 3_600_000 }, { kind: 'stop', reason: 'time', detail: '60 min' }],
];

test.each(CASES)('%s', (_name, { session, limits, progressedIn = 0, ...given }, decision) => {
  const { activeMs = 0, todayMicroUsd = 0, nextMicroUsd = 0, mayGiveLastReply = false } = given;
  const facts = {
    usage: sessionRecord(session ?? {}).usage,
    activeMs,
    todayMicroUsd,
    nextMicroUsd,
    mayGiveLastReply,
    hasProgressedSince: (round: number) => progressedIn > round,
  };
  expect(judgeBudget(facts, { ...LIMITS, ...limits })).toEqual(decision);
});
