import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../../src/core/clock.ts';
import { afterRun } from '../../../../src/features/cron/firing/run-end.ts';

const goOn = { kind: 'go-on' };

test.each([
  ['sent', 0],
  ['done', 0],
  ['cancelled', 9],
] as const)('%s after nine failures leaves %i of them', (outcome, failures) => {
  expect(afterRun(outcome, 9)).toEqual({ failures, what: goOn });
});

test.each([
  [1, goOn],
  [2, goOn],
  [3, { kind: 'back-off', waitMs: HOUR_MS }],
  [4, { kind: 'back-off', waitMs: 2 * HOUR_MS }],
  [7, { kind: 'back-off', waitMs: 16 * HOUR_MS }],
  [8, { kind: 'back-off', waitMs: 24 * HOUR_MS }],
  [9, { kind: 'back-off', waitMs: 24 * HOUR_MS }],
  [10, { kind: 'pause' }],
  [11, { kind: 'pause' }],
])('failure number %i in a row: %j', (failures, what) => {
  for (const outcome of ['failed', 'parked', 'refused'] as const)
    expect(afterRun(outcome, failures - 1)).toEqual({ failures, what });
});
