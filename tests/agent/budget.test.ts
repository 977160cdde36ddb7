import { expect, test } from 'vitest';
import { judgeBudget } from '../../src/agent/budget/budget.ts';
import type { RunLimits, SessionRecord } from '../../src/contracts/session.ts';
import { sessionRecord } from '../support/session-record.ts';

const LIMITS: RunLimits = {
  maxRounds: 15,
  sessionTimeoutMs: 3_600_000,
  maxCostMicroUsd: 2_000_000,
  dailyCostMicroUsd: 20_000_000,
  maxTokensUnpriced: 1_000_000,
  contextTokens: 150_000,
  outage: { waitsMs: [30_000], longestMs: 0 },
};

interface Case {
  readonly session?: Partial<SessionRecord>;
  readonly activeMs?: number;
  readonly todayMicroUsd?: number;
  readonly nextMicroUsd?: number;
  readonly mayGiveLastReply?: boolean;
}

const CASES: readonly (readonly [string, Case, ReturnType<typeof judgeBudget>])[] = [
  ['at the start', {}, { kind: 'go', wrapUpIn: undefined }],
  ['after 12 rounds', { session: { round: 12 } }, { kind: 'go', wrapUpIn: undefined }],
  ['after 13 rounds', { session: { round: 13 } }, { kind: 'go', wrapUpIn: 2 }],
  ['after 15 rounds', { session: { round: 15 } }, { kind: 'close', why: 'rounds' }],
  ['in the second run', { session: { round: 20, runStartRound: 15 } }, { kind: 'go', wrapUpIn: undefined }],
  [
    'at the money cap',
    { session: { costMicroUsd: 2_000_000 } },
    { kind: 'stop', reason: 'money', detail: '$2.00 of $2.00' },
  ],
  [
    'at the cap with a dollar granted',
    { session: { costMicroUsd: 2_000_000, extraMicroUsd: 1_000_000 } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'at the daily cap',
    { todayMicroUsd: 20_000_001 },
    { kind: 'stop', reason: 'daily-money', detail: '$20.00 of $20.00' },
  ],
  [
    'a model without a price at its token cap',
    { session: { costKnown: false, tokens: 1_000_000 } },
    { kind: 'stop', reason: 'tokens', detail: '1000000 of 1000000' },
  ],
  [
    'a model with a price and many tokens',
    { session: { tokens: 9_000_000 } },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'a next request that would pass the cap',
    { session: { costMicroUsd: 1_900_000 }, nextMicroUsd: 100_001 },
    { kind: 'stop', reason: 'money', detail: '$1.90 of $2.00' },
  ],
  [
    'a next request that may reach the cap',
    { session: { costMicroUsd: 1_900_000 }, nextMicroUsd: 100_000 },
    { kind: 'go', wrapUpIn: undefined },
  ],
  [
    'a next request that would pass the day',
    { todayMicroUsd: 19_999_999, nextMicroUsd: 2 },
    { kind: 'stop', reason: 'daily-money', detail: '$20.00 of $20.00' },
  ],
  [
    'at the cap, when the person wants it finished',
    { session: { costMicroUsd: 2_000_000 }, mayGiveLastReply: true },
    { kind: 'close', why: 'money' },
  ],
  [
    'the day is spent, whatever the person chose',
    { session: { costMicroUsd: 2_000_000 }, todayMicroUsd: 20_000_000, mayGiveLastReply: true },
    { kind: 'stop', reason: 'daily-money', detail: '$20.00 of $20.00' },
  ],
  ['after an hour', { activeMs: 3_600_000 }, { kind: 'stop', reason: 'time', detail: '60 min' }],
];

test.each(CASES)('%s', (_name, { session, ...given }, decision) => {
  const { activeMs = 0, todayMicroUsd = 0, nextMicroUsd = 0, mayGiveLastReply = false } = given;
  const spent = { session: sessionRecord(session), activeMs, todayMicroUsd, nextMicroUsd, mayGiveLastReply };
  expect(judgeBudget(spent, LIMITS)).toEqual(decision);
});
