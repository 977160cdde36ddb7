import { expect, test } from 'vitest';
import { isQuietAt, readQuietHours } from '../../src/core/quiet-hours.ts';

test.each([
  ['22:00-08:00', { from: 1320, to: 480 }],
  ['9:30 - 12:00', { from: 570, to: 720 }],
  ['00:00-07:00', { from: 0, to: 420 }],
  ['22:00', undefined],
  ['24:00-08:00', undefined],
  ['08:00-08:00', undefined],
  ['late', undefined],
])('%j is read as %j', (text, hours) => {
  expect(readQuietHours(text)).toEqual(hours);
});

const NIGHT = { from: 1320, to: 480 };
const NOON_UTC = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

test.each([
  ['UTC', 0, false],
  ['UTC', 10, true],
  ['UTC', 19.9, true],
  ['UTC', 20, false],
  ['America/Lima', 10, false],
  ['America/Lima', 15, true],
  ['Asia/Tokyo', 1, true],
])('in %s, %d hours after noon UTC, it is quiet: %s', (zone, hours, quiet) => {
  expect(isQuietAt(NOON_UTC + hours * HOUR, NIGHT, zone)).toBe(quiet);
});

test('hours of one day end on that day', () => {
  const siesta = { from: 14 * 60, to: 16 * 60 };
  expect([1.9, 2, 3.9, 4].map((hours) => isQuietAt(NOON_UTC + hours * HOUR, siesta, 'UTC'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
