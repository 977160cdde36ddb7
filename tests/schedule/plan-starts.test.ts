import { describe, expect, test } from 'vitest';
import type { CronId } from '../../src/contracts/crons.ts';
import { planStarts } from '../../src/schedule/plan-starts.ts';

const NOW_MS = 1_790_000_000_000;

/** When each is started, in seconds from now. */
function starts(count: number, lateMs: number, random: number): readonly number[] {
  const due = Array.from({ length: count }, (_, place) => ({
    id: place as CronId,
    nextAtMs: NOW_MS - lateMs,
  }));
  const planned = planStarts(due, { nowMs: NOW_MS, random: () => random });
  return planned.map(({ atMs }) => (atMs - NOW_MS) / 1000);
}

describe('on time', () => {
  test.each([
    [50, 0.99, 0],
    [51, 0, 0],
    [51, 0.5, 15],
    [51, 0.999, 29.97],
  ])('%i at once with %f: after %f s', (count, random, seconds) => {
    expect(starts(count, 60_000, random)).toEqual(Array(count).fill(seconds));
  });
});

describe('late', () => {
  test('one after the other, five seconds apart and a little', () => {
    expect([starts(3, 60_001, 0), starts(3, 60_001, 0.5)]).toEqual([
      [0, 5, 10],
      [2.5, 7.5, 12.5],
    ]);
  });

  test('all within half an hour, however many', () => {
    const all = starts(10_000, 3_600_000, 0.999);
    expect([all.length, Math.max(...all) < 1800, new Set(all).size]).toEqual([10_000, true, 10_000]);
  });
});

test('what is found is told with each, and on time goes first', () => {
  const due = [
    { id: 1 as CronId, nextAtMs: NOW_MS - 3_600_000 },
    { id: 2 as CronId, nextAtMs: NOW_MS },
  ];
  expect(planStarts(due, { nowMs: NOW_MS, random: () => 0 })).toEqual([
    { id: 2, nextAtMs: NOW_MS, foundAtMs: NOW_MS, atMs: NOW_MS },
    { id: 1, nextAtMs: NOW_MS - 3_600_000, foundAtMs: NOW_MS, atMs: NOW_MS },
  ]);
});
