import { expect, test } from 'vitest';
import { nextAtAfterResume } from '../../../../src/features/cron/commands/change.ts';

const MADE = Date.UTC(2026, 10, 20, 7);
const HOUR = 3_600_000;
const cron = (schedule: string, nextAtMs?: number) => ({
  schedule,
  timezone: 'Europe/Madrid',
  nextAtMs,
});

test.each([
  ['a time that is still to come stays', cron('every 2h', MADE + 2 * HOUR), MADE + HOUR, MADE + 2 * HOUR],
  ['a distance keeps its rhythm', cron('every 2h', MADE + 2 * HOUR), MADE + 7 * HOUR, MADE + 8 * HOUR],
  ['a rule goes on with its next time', cron('0 9 * * *', MADE + HOUR), MADE + 2 * HOUR, MADE + 25 * HOUR],
  [
    'one time that is over does not come back',
    cron('at 2026-11-20T09:00', MADE + HOUR),
    MADE + 2 * HOUR,
    undefined,
  ],
])('%s', (_title, stored, nowMs, expected) => {
  expect(nextAtAfterResume(stored, nowMs)).toBe(expected);
});
