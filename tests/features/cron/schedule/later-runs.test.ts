import { describe, expect, test } from 'vitest';
import { nextAfterSetBack, passOver } from '../../../../src/features/cron/firing/due-runs.ts';
import { readStoredSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';

/** `22 09:00` is a moment of November 2026. */
function at(text: string): number {
  return Date.parse(`2026-11-${text.replace(' ', 'T')}Z`);
}

function shown(ms: number | undefined): string {
  return ms === undefined ? 'stands' : new Date(ms).toISOString().slice(8, 16).replace('T', ' ');
}

describe('passed over until a time', () => {
  test.each([
    ['0 * * * *', '22 09:00', '22 09:00', 'nothing'],
    ['0 * * * *', '22 09:00', '22 09:01', 'to 22 09:00, then 22 10:00'],
    ['0 * * * *', '22 09:00', '22 12:00', 'to 22 11:00, then 22 12:00'],
    ['0 9 * * 1', '23 09:00', '23 10:00', 'to 23 09:00, then 30 09:00'],
    ['every 90m', '22 09:00', '22 12:00', 'to 22 10:30, then 22 12:00'],
    ['every 90m', '22 09:00', '22 12:01', 'to 22 12:00, then 22 13:30'],
    ['2026-11-22T09:00', '22 09:00', '23 09:00', 'nothing'],
  ])('%s at %s, not before %s: %s', (text, next, notBefore, expected) => {
    const passed = passOver(readStoredSchedule(text, 'UTC'), at(next), at(notBefore));
    const told = passed && `to ${shown(passed.lastMs)}, then ${shown(passed.nextAtMs)}`;
    expect(told ?? 'nothing').toBe(expected);
  });
});

describe('after the clock was set back, the next time', () => {
  test.each([
    ['0 * * * *', '29 09:00', '22 09:30', '22 10:00'],
    ['0 * * * *', '22 10:00', '22 09:30', 'stands'],
    ['every 90m', '29 09:00', '22 09:30', '22 11:00'],
    ['every 90m', '22 10:00', '22 09:30', 'stands'],
    ['2026-11-29T09:00', '29 09:00', '22 09:30', 'stands'],
  ])('of %s that was %s, at %s: %s', (text, next, now, expected) => {
    expect(shown(nextAfterSetBack(readStoredSchedule(text, 'UTC'), at(next), at(now)))).toBe(expected);
  });
});
