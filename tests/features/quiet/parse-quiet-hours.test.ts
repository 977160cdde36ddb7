import { expect, test } from 'vitest';
import { parseQuietHours } from '../../../src/features/quiet/quiet-feature.ts';

const NIGHT = { from: 22 * 60, to: 7 * 60 };

test.each([
  ['22:00-07:00'],
  ['22-7'],
  ['22:00 - 7:00'],
  ['22:00\u201307:00'],
  ['22 to 7'],
  ['from 22 to 7'],
  ['from 10pm to 7am'],
  ['10 p.m. - 7 a.m.'],
  ['de 22 a 7'],
  ['de las 22 a las 7'],
  ['desde las 22 hasta las 7'],
  ['entre las 22 y las 7'],
  ['22h a 7h'],
  ['22.00-7.00'],
  ['2200-0700'],
])('%j is a night', (typed) => {
  expect(parseQuietHours(typed)).toEqual(NIGHT);
});

test.each([
  ['12am-12pm', { from: 0, to: 720 }],
  ['13:30-15:45', { from: 810, to: 945 }],
])('%j is %j', (typed, hours) => {
  expect(parseQuietHours(typed)).toEqual(hours);
});

test.each([
  ['22'],
  ['late'],
  ['25-7'],
  ['22:60-7'],
  ['13pm-7am'],
  ['22-22'],
  ['22-7-9'],
  ['-22-7'],
  ['22-7 weekdays'],
  ['22:00-07:00\n/agent x'],
  ['９９-７'],
])('%j is nothing', (typed) => {
  expect(parseQuietHours(typed)).toBeUndefined();
});
