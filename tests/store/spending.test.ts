import { expect, test } from 'vitest';
import type { SessionId } from '../../src/core/ids.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { storeWithSession } from './store-file.ts';

const USAGE = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 1 };

test("one person's spending is added up over sessions, from a moment on", () => {
  const { spending, sessions } = storeWithSession();
  const [first, second] = [sessionRecord().id, 'session-2' as SessionId];
  sessions.create(sessionRecord({ id: second }));
  spending.add({ session: first, person: 'ana', usage: USAGE, microUsd: 1, atMs: 99 });
  spending.add({ session: first, person: 'ana', usage: USAGE, microUsd: 20, atMs: 100 });
  spending.add({ session: second, person: 'ana', usage: USAGE, microUsd: 300, atMs: 200 });
  spending.add({ session: second, person: 'bob', usage: USAGE, microUsd: 4000, atMs: 200 });
  expect([spending.sumSince('ana', 100), spending.sumSince('bob', 0), spending.sumSince('eve', 0)]).toEqual([
    320, 4000, 0,
  ]);
});

test('what everybody spent is added up by person, most first', () => {
  const { spending } = storeWithSession();
  const session = sessionRecord().id;
  for (const [person, microUsd, atMs] of [
    ['ana', 5, 99],
    ['ana', 1, 100],
    ['bob', 4, 100],
    ['ana', 2, 101],
  ] as const) {
    spending.add({ session, person, usage: USAGE, microUsd, atMs });
  }
  expect(spending.byPerson(100)).toEqual([
    { person: 'bob', microUsd: 4 },
    { person: 'ana', microUsd: 3 },
  ]);
});

test('the tokens of one session are added up', () => {
  const { spending } = storeWithSession();
  const session = sessionRecord().id;
  const nothing = spending.usageOf(session);
  for (const microUsd of [1, 2]) spending.add({ session, person: 'ana', usage: USAGE, microUsd, atMs: 1 });
  expect([nothing, spending.usageOf(session)]).toEqual([
    { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    { inputTokens: 20, outputTokens: 10, cacheReadTokens: 6, cacheWriteTokens: 2 },
  ]);
});

test('past costs are those of tasks finished by then in the same project, wherever they worked, newest first', () => {
  const { spending, sessions } = storeWithSession();
  const done = { workspace: '/w', state: { status: 'done', endedAtMs: 10 } } as const;
  const others: readonly SessionDifference[] = [
    { usage: { costMicroUsd: 1 } },
    { usage: { costMicroUsd: 2 }, workspace: '/worktree', project: '/w' },
    { usage: { costMicroUsd: 3 }, state: { endedAtMs: 11 } },
    { usage: { costMicroUsd: 4 }, workspace: '/other' },
    { usage: { costMicroUsd: 5 }, state: { status: 'parked' } },
    { usage: { costMicroUsd: 6 }, mode: 'talk' },
    { usage: { costMicroUsd: 7, costKnown: false } },
    { usage: { costMicroUsd: 0 } },
  ];
  others.forEach((change, n) => {
    sessions.create(sessionRecord(done, change, { id: `past-${n}` as SessionId }));
  });
  expect(spending.pastCosts('/w', 10)).toEqual([2, 1]);
});

test('what a session spent is added up by round; what belongs to none is left out', () => {
  const { spending } = storeWithSession();
  const session = sessionRecord().id;
  for (const [round, microUsd] of [
    [2, 5],
    [1, 30],
    [2, 200],
    [undefined, 1000],
  ] as const)
    spending.add({ session, round, person: 'ana', usage: USAGE, microUsd, atMs: 1 });
  expect(spending.byRound(session)).toEqual([
    { round: 1, microUsd: 30, usage: USAGE },
    {
      round: 2,
      microUsd: 205,
      usage: { inputTokens: 20, outputTokens: 10, cacheReadTokens: 6, cacheWriteTokens: 2 },
    },
  ]);
});
