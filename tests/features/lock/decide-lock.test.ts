import { describe, expect, test } from 'vitest';
import { lockNow, waitAfter, waitLeft } from '../../../src/features/lock/decide-lock.ts';
import type { Factor, LockPerson } from '../../../src/features/lock/lock.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FACTOR: Factor = { kind: 'totp', sinceMs: NOW - 100 * HOUR, usedStep: undefined };
const ANA: LockPerson = {
  person: '34600111222',
  conversation: undefined,
  heardAtMs: NOW - MINUTE,
  locked: undefined,
  wrong: 0,
  wrongAtMs: undefined,
};

test.each<[string, Partial<LockPerson> | undefined, Factor | undefined, number | undefined, unknown]>([
  ['nobody set anything up', {}, undefined, MINUTE, undefined],
  ['no idle lock', { heardAtMs: 0 }, FACTOR, undefined, undefined],
  ['heard a minute ago', {}, FACTOR, 15 * MINUTE, undefined],
  [
    'silent for long',
    { heardAtMs: NOW - HOUR },
    FACTOR,
    15 * MINUTE,
    { why: 'idle', atMs: NOW - 45 * MINUTE },
  ],
  ['never heard', undefined, FACTOR, 15 * MINUTE, { why: 'idle', atMs: FACTOR.sinceMs + 15 * MINUTE }],
  ['never heard, set up just now', undefined, { ...FACTOR, sinceMs: NOW }, 15 * MINUTE, undefined],
  ['the clock was corrected', { heardAtMs: NOW + 5000 }, FACTOR, 15 * MINUTE, undefined],
  ['the clock was set back', { heardAtMs: NOW + HOUR }, FACTOR, 15 * MINUTE, { why: 'clock', atMs: NOW }],
  ['by hand', { locked: { why: 'asked', atMs: 1 } }, FACTOR, undefined, { why: 'asked', atMs: 1 }],
  // A row that says so counts whatever else is missing.
  [
    'by hand, and the rest is gone',
    { locked: { why: 'asked', atMs: 1 } },
    undefined,
    undefined,
    { why: 'asked', atMs: 1 },
  ],
])('%s', (_what, person, factor, idleMs, expected) => {
  const known = person === undefined ? undefined : { ...ANA, ...person };
  expect(lockNow(known, { factor, idleMs, isAtMachine: false, nowMs: NOW })).toEqual(expected);
});

test('the terminal is locked by hand only', () => {
  const now = { factor: FACTOR, idleMs: MINUTE, isAtMachine: true, nowMs: NOW };
  expect([
    lockNow({ ...ANA, person: 'local', heardAtMs: 0 }, now),
    lockNow({ ...ANA, person: 'local', locked: { why: 'asked', atMs: 1 } }, now),
  ]).toEqual([undefined, { why: 'asked', atMs: 1 }]);
});

describe('wrong codes', () => {
  test('the first two cost nothing; from the third on each waits twice as long, up to an hour', () => {
    const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000].map((wrong) => waitAfter(wrong) / 1000);
    expect(seconds).toEqual([0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  test('ten thousand guesses take more than a year', () => {
    let waitedMs = 0;
    for (let wrong = 1; wrong <= 10_000; wrong += 1) waitedMs += waitAfter(wrong);
    expect(waitedMs).toBeGreaterThan(365 * 24 * HOUR);
  });

  test.each([
    ['none', 0, undefined, 0],
    ['two', 2, NOW, 0],
    ['three, just now', 3, NOW, 30_000],
    ['three, long ago', 3, NOW - HOUR, 0],
    // It only gets longer: nobody shortens it by setting the clock.
    ['three, with the clock set back', 3, NOW + HOUR, HOUR + 30_000],
  ])('%s', (_what, wrong, wrongAtMs, leftMs) => {
    expect(waitLeft({ wrong, wrongAtMs }, NOW)).toBe(leftMs);
  });
});
