import { describe, expect, test } from 'vitest';
import type { CronId } from '../../../../src/features/cron/cron.ts';
import {
  type CronDueTime,
  type CronStart,
  planLate,
  planOnTime,
} from '../../../../src/features/cron/firing/due-runs.ts';

const NOW_MS = 1_790_000_000_000;

const due = (count: number): readonly CronDueTime[] =>
  Array.from({ length: count }, (_, place) => ({ id: place as CronId, nextAtMs: NOW_MS }));

/** Seconds from now. */
const seconds = (starts: readonly CronStart[]) => starts.map(({ atMs }) => (atMs - NOW_MS) / 1000);

describe('on time', () => {
  test.each([
    [50, 0.99, 0],
    [51, 0, 0],
    [51, 0.5, 15],
    [51, 0.999, 29.97],
  ])('%i at once with %f: after %f s', (count, random, after) => {
    const starts = planOnTime(due(count), { nowMs: NOW_MS, random: () => random });
    expect(seconds(starts)).toEqual(Array(count).fill(after));
  });
});

describe('late', () => {
  const late = (count: number, of: number, random: number) =>
    seconds(planLate({ wanted: due(count), fromMs: NOW_MS, of }, { nowMs: NOW_MS, random: () => random }));

  test('one after the other, five seconds apart and a little', () => {
    expect([late(3, 3, 0), late(3, 3, 0.5)]).toEqual([
      [0, 5, 10],
      [2.5, 7.5, 12.5],
    ]);
  });

  test('all within half an hour, however many', () => {
    const all = late(10_000, 10_000, 0.999);
    expect([all.length, Math.max(...all) < 1800, new Set(all).size]).toEqual([10_000, true, 10_000]);
  });

  test('when they were found is told with each', () => {
    const [one] = due(1);
    const catchUp = { wanted: due(1), fromMs: NOW_MS + 9000, of: 1 };
    expect(planLate(catchUp, { nowMs: NOW_MS, random: () => 0 })).toEqual([
      { ...one, foundAtMs: NOW_MS, atMs: NOW_MS + 9000 },
    ]);
  });
});
