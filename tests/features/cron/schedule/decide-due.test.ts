import { describe, expect, test } from 'vitest';
import type { MisfirePolicy } from '../../../../src/features/cron/cron.ts';
import { decideDue } from '../../../../src/features/cron/firing/due-runs.ts';
import { readSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';

interface Moment {
  readonly text: string;
  readonly nextAt: string;
  readonly now: string;
  readonly policy: MisfirePolicy;
}

const BEFORE_MS = Date.parse('2026-01-01T00:00:00Z');

function decided({ text, nextAt, now, policy }: Moment): string {
  const schedule = readSchedule(text, 'UTC', { nowMs: BEFORE_MS, shortestMs: 60_000 });
  const { run, skipped, nextAtMs } = decideDue({ schedule, nextAtMs: at(nextAt), nowMs: at(now), policy });
  const runs = run.length === 0 ? 'none' : run.map(shown).join(', ');
  const passed = skipped === undefined ? '' : ` past ${shown(skipped.firstMs)} to ${shown(skipped.lastMs)}`;
  return `${runs}${passed} then ${nextAtMs === undefined ? 'never' : shown(nextAtMs)}`;
}

/** `22 09:00` is a moment of November 2026. */
function at(text: string): number {
  return Date.parse(`2026-11-${text.replace(' ', 'T')}Z`);
}

function shown(ms: number): string {
  return new Date(ms).toISOString().slice(8, 16).replace('T', ' ');
}

describe('before its time nothing runs', () => {
  test.each<MisfirePolicy>(['once', 'skip', 'all'])('%s', (policy) => {
    const moment = { text: '0 9 * * *', nextAt: '22 09:00', now: '22 08:59:59.999', policy };
    expect(decided(moment)).toBe('none then 22 09:00');
  });
});

describe('on its time it runs, whatever is said of missed ones; a minute later it is still that', () => {
  test.each<[MisfirePolicy, string]>([
    ['once', '22 09:00'],
    ['skip', '22 09:00'],
    ['all', '22 09:00'],
    ['skip', '22 09:01'],
  ])('%s at %s', (policy, now) => {
    expect(decided({ text: '0 9 * * *', nextAt: '22 09:00', now, policy })).toBe('22 09:00 then 23 09:00');
  });
});

describe('after its time the policy decides', () => {
  test.each<[MisfirePolicy, string, string, string, string]>([
    ['once', '0 9 * * *', '22 09:00', '22 11:00', '22 09:00 then 23 09:00'],
    ['once', '0 9 * * *', '22 09:00', '22 11:00:00.001', 'none past 22 09:00 to 22 09:00 then 23 09:00'],
    ['once', '0 * * * *', '22 09:00', '22 09:30', '22 09:00 then 22 10:00'],
    ['once', '0 * * * *', '22 09:00', '22 09:31', 'none past 22 09:00 to 22 09:00 then 22 10:00'],
    ['once', '*/15 * * * *', '22 09:00', '23 09:07', '23 09:00 past 22 09:00 to 23 08:45 then 23 09:15'],
    ['once', 'every 15m', '22 09:05', '23 09:07', '23 09:05 past 22 09:05 to 23 08:50 then 23 09:20'],
    ['once', 'every 15m', '22 09:05', '22 09:13', 'none past 22 09:05 to 22 09:05 then 22 09:20'],
    ['skip', '0 9 * * *', '22 09:00', '22 09:02', 'none past 22 09:00 to 22 09:00 then 23 09:00'],
    ['skip', '*/15 * * * *', '22 09:00', '22 10:00:10', '22 10:00 past 22 09:00 to 22 09:45 then 22 10:15'],
    ['all', '0 9 * * *', '20 09:00', '22 23:00', '20 09:00, 21 09:00, 22 09:00 then 23 09:00'],
    [
      'all',
      '0 9 * * *',
      '01 09:00',
      '22 23:00',
      '18 09:00, 19 09:00, 20 09:00, 21 09:00, 22 09:00 past 01 09:00 to 17 09:00 then 23 09:00',
    ],
    [
      'all',
      'every 1h',
      '22 00:30',
      '22 09:00',
      '22 04:30, 22 05:30, 22 06:30, 22 07:30, 22 08:30 past 22 00:30 to 22 03:30 then 22 09:30',
    ],
  ])('%s: %s, due %s, at %s: %s', (policy, text, nextAt, now, decision) => {
    expect(decided({ text, nextAt, now, policy })).toBe(decision);
  });
});

test.each<MisfirePolicy>(['once', 'skip', 'all'])(
  'one date and time is caught up on days later too, and then never comes again: %s',
  (policy) => {
    const moment = { text: '2026-11-20T09:00', nextAt: '20 09:00', now: '29 12:00', policy };
    expect(decided(moment)).toBe('20 09:00 then never');
  },
);

test('a stored time that the rules of its zone no longer give is due all the same', () => {
  const moment = { text: '0 9 * * *', nextAt: '22 10:00', now: '22 10:00:20', policy: 'once' as const };
  expect(decided(moment)).toBe('22 10:00 then 23 09:00');
});

test('years of missed minutes are decided on at once', () => {
  const schedule = readSchedule('* * * * *', 'UTC', { nowMs: BEFORE_MS, shortestMs: 60_000 });
  const nowMs = Date.parse('2076-11-22T12:00:30Z');
  expect(decideDue({ schedule, nextAtMs: BEFORE_MS, nowMs, policy: 'once' })).toEqual({
    run: [Date.parse('2076-11-22T12:00:00Z')],
    skipped: { firstMs: BEFORE_MS, lastMs: Date.parse('2076-11-22T11:59:00Z') },
    nextAtMs: Date.parse('2076-11-22T12:01:00Z'),
  });
});
