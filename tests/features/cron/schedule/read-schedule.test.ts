import { describe, expect, test } from 'vitest';
import { readSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';
import { MIN_INTERVAL_MS } from '../../../../src/features/cron/schedule/schedule.ts';
import { runsOf } from './runs-of.ts';

describe('a cron expression', () => {
  test.each([
    ['0 9 * * 1-5', ['2026-11-23 09:00', '2026-11-24 09:00', '2026-11-25 09:00']],
    ['  0\t9  * * mon-fri ', ['2026-11-23 09:00', '2026-11-24 09:00', '2026-11-25 09:00']],
    ['30 0 9 * * *', ['2026-11-23 09:00:30', '2026-11-24 09:00:30', '2026-11-25 09:00:30']],
    ['0 9 * JAN,Mar *', ['2027-01-01 09:00', '2027-01-02 09:00', '2027-01-03 09:00']],
    ['10-50/20 12 * * *', ['2026-11-22 12:10', '2026-11-22 12:30', '2026-11-22 12:50']],
    ['0 9 13 * FRI', ['2026-11-27 09:00', '2026-12-04 09:00', '2026-12-11 09:00']],
    ['0 9 13 * +FRI', ['2027-08-13 09:00', '2028-10-13 09:00', '2029-04-13 09:00']],
    ['0 9 ? * MON', ['2026-11-23 09:00', '2026-11-30 09:00', '2026-12-07 09:00']],
    ['0 0 29 2 *', ['2028-02-29 00:00', '2032-02-29 00:00', '2036-02-29 00:00']],
    ['0 0 31 * *', ['2026-12-31 00:00', '2027-01-31 00:00', '2027-03-31 00:00']],
    ['0 9 * * 0', ['2026-11-29 09:00', '2026-12-06 09:00', '2026-12-13 09:00']],
    ['0 9 * * 7', ['2026-11-29 09:00', '2026-12-06 09:00', '2026-12-13 09:00']],
    ['0 9 L * *', ['2026-11-30 09:00', '2026-12-31 09:00', '2027-01-31 09:00']],
    ['0 9 LW * *', ['2026-11-30 09:00', '2026-12-31 09:00', '2027-01-29 09:00']],
    ['0 9 15W * *', ['2026-12-15 09:00', '2027-01-15 09:00', '2027-02-15 09:00']],
    ['0 9 * * FRI#2', ['2026-12-11 09:00', '2027-01-08 09:00', '2027-02-12 09:00']],
    ['0 9 * * 5L', ['2026-11-27 09:00', '2026-12-25 09:00', '2027-01-29 09:00']],
    ['@daily', ['2026-11-23 00:00', '2026-11-24 00:00', '2026-11-25 00:00']],
  ])('%j', (text, runs) => {
    expect(runsOf({ text })).toEqual(runs);
  });

  test('29 February leaves out 2100', () => {
    const asked = { text: '0 0 29 2 *', from: '2095-01-01T00:00:00Z', count: 2 };
    expect(runsOf(asked)).toEqual(['2096-02-29 00:00', '2104-02-29 00:00']);
  });

  test('a run at the very moment is not a next one', () => {
    expect(runsOf({ text: '0 12 * * *', count: 1 })).toEqual(['2026-11-23 12:00']);
  });
});

describe('a range that wraps has the values of both its ends', () => {
  test.each([
    ['0 22-2 * * *', '0 22,23,0,1,2 * * *'],
    ['0 22-2/2 * * *', '0 22,0,2 * * *'],
    ['50-10/5 * * * *', '50,55,0,5,10 * * * *'],
    ['0 9 * * FRI-MON', '0 9 * * 5,6,0,1'],
    ['0 9 * * 5-0', '0 9 * * 5,6,0'],
    ['0 9 * * 7-2', '0 9 * * 0,1,2'],
    ['0 9 * * SAT-SUN', '0 9 * * 6,0'],
    ['0 9 * * SUN-SUN', '0 9 * * 0'],
    ['0 9 * * 0-7', '0 9 * * *'],
    ['0 9 30-2 * *', '0 9 30,31,1,2 * *'],
    ['0 9 1 NOV-FEB *', '0 9 1 11,12,1,2 *'],
  ])('%s is %s', (text, written) => {
    expect(runsOf({ text, count: 40 })).toEqual(runsOf({ text: written, count: 40 }));
  });
});

describe('a distance', () => {
  test.each([
    ['every 15m', ['2026-11-22 12:15', '2026-11-22 12:30', '2026-11-22 12:45']],
    ['every 60s', ['2026-11-22 12:01', '2026-11-22 12:02', '2026-11-22 12:03']],
    ['Every 2 Hours', ['2026-11-22 14:00', '2026-11-22 16:00', '2026-11-22 18:00']],
    ['every 1h 30 min', ['2026-11-22 13:30', '2026-11-22 15:00', '2026-11-22 16:30']],
    ['every 1d', ['2026-11-23 12:00', '2026-11-24 12:00', '2026-11-25 12:00']],
    ['every 1w', ['2026-11-29 12:00', '2026-12-06 12:00', '2026-12-13 12:00']],
    ['PT90M', ['2026-11-22 13:30', '2026-11-22 15:00', '2026-11-22 16:30']],
    ['every P1DT12H', ['2026-11-24 00:00', '2026-11-25 12:00', '2026-11-27 00:00']],
  ])('%j', (text, runs) => {
    expect(runsOf({ text })).toEqual(runs);
  });

  test('a day has 24 hours, also when clocks change', () => {
    const asked = { text: 'every 1d', zone: 'America/New_York', from: '2026-03-07T14:00:00Z', count: 2 };
    expect(runsOf(asked)).toEqual(['2026-03-08 14:00', '2026-03-09 14:00']);
  });
});

test.each([
  ['at 2026-12-24T09:00', '2026-12-24 09:00'],
  ['2026-12-24 09:00', '2026-12-24 09:00'],
  ['2026-12-24T09:00:30Z', '2026-12-24 09:00:30'],
  ['2026-12-24T09:00-05:00', '2026-12-24 14:00'],
  ['2026-12-24T09:00+0530', '2026-12-24 03:30'],
  ['2026-11-22T12:00:01Z', '2026-11-22 12:00:01'],
])('one date and time, %j, comes once', (text, run) => {
  expect(runsOf({ text })).toEqual([run]);
});

describe('what cannot be read is refused, with what to write', () => {
  test.each([
    ['', 'The schedule is empty. Write minute, '],
    [' \n', 'The schedule is empty. Write minute, '],
    ['* * * *', '"* * * *" has 4 fields; a cron expression has five. Write minute, '],
    ['15m', '"15m" has one field; a cron expression has five. Write minute, '],
    ['0 0 9 * * * 2027', '"0 0 9 * * * 2027" has 7 fields; '],
    ['@reboot', '"@reboot" isn\'t a shorthand I know. I know @yearly, '],
    ['*/30 * * * * *', '"*/30" can\'t be the second. With six fields the first one is '],
    ['0,30 * * * * *', '"0,30" can\'t be the second. '],
    ['60 0 9 * * *', '"60" can\'t be the second. '],
    ['60 * * * *', '"60" can\'t be the minute. Minutes go from 0 to 59: '],
    ['-5 * * * *', '"-5" can\'t be the minute. '],
    ['1.5 * * * *', '"1.5" can\'t be the minute. '],
    ['*/0 * * * *', '"*/0" can\'t be the minute. '],
    ['*/61 * * * *', '"*/61" can\'t be the minute. '],
    [
      '5/15 * * * *',
      '"5/15" can\'t be the minute. Minutes go from 0 to 59: write 0, 0,30, 10-20, */15 or 5-59/15.',
    ],
    ['1,,2 * * * *', '"1,,2" can\'t be the minute. '],
    ['0 24 * * *', '"24" can\'t be the hour. '],
    ['0 25-2 * * *', '"25-2" can\'t be the hour. '],
    ['0 9 0 * *', '"0" can\'t be the day of the month. '],
    ['0 9 32 * *', '"32" can\'t be the day of the month. '],
    ['0 9 L-2 * *', '"L-2" can\'t be the day of the month. '],
    ['0 9 * 13 *', '"13" can\'t be the month. '],
    ['0 9 * foo *', '"foo" can\'t be the month. '],
    ['0 9 * * 8', '"8" can\'t be the day of the week. '],
    ['0 9 * * MONDAY', '"MONDAY" can\'t be the day of the week. '],
    ['0 9 * * MON#6', '"MON#6" can\'t be the day of the week. '],
    ['0 9 * * 1:2', '"1:2" can\'t be the day of the week. '],
    ['every', '"every" doesn\'t say how often. Write a whole number with s, m, h, d or w: '],
    ['every day', '"every day" doesn\'t say how often. '],
    ['every 15', '"every 15" doesn\'t say how often. '],
    ['every 1.5h', '"every 1.5h" doesn\'t say how often. '],
    ['every -5m', '"every -5m" doesn\'t say how often. '],
    ['P1M', '"P1M" doesn\'t say how often. '],
    ['every 367d', '"every 367d" is longer than 366 days. '],
    ['2026-12-24', '"2026-12-24" isn\'t a date with a time. Write it like 2026-12-24T09:00, '],
    ['at noon', '"noon" isn\'t a date with a time. '],
    ['2026-02-29T09:00', '"2026-02-29T09:00" doesn\'t exist. '],
    ['2026-12-24T24:00', '"2026-12-24T24:00" doesn\'t exist. '],
    ['2026-12-24T09:60Z', '"2026-12-24T09:60Z" doesn\'t exist. '],
    ['2026-12-24T09:00+15:00', '"2026-12-24T09:00+15:00" has an offset that no place has. '],
  ])('%j', (text, beginning) => {
    expect(failureOf(() => runsOf({ text }))).toEqual({
      name: 'Failure',
      kind: 'invalid',
      message: expect.stringContaining(beginning),
    });
  });
});

describe('what never comes, or too often, is refused', () => {
  test.each([
    ['0 0 31 2 *', 'never comes.'],
    ['0 0 30 FEB *', 'never comes.'],
    ['0 0 31 4,6,9,11 *', 'never comes.'],
    ['2026-11-22T12:00:00Z', 'is in the past.'],
    ['at 2026-11-22T09:00', 'is in the past.'],
    ['every 59s', 'runs too often. Leave at least 60 seconds between two runs.'],
    ['every 0m', 'runs too often. Leave at least 60 seconds between two runs.'],
  ])('%j', (text, problem) => {
    // "at" may be our own word for a date that somebody typed alone.
    expect(() => runsOf({ text })).toThrow(`"${text.replace('at ', '')}" ${problem}`);
  });

  test('an hour that clocks jump over in each year is found to never come', () => {
    const asked = { text: '*/5 2 * 3 SUN#2', zone: 'America/New_York' };
    expect(() => runsOf(asked)).toThrow('never comes');
  });

  test.each([
    ['*/5 * * * *', true],
    ['every 5m', true],
    ['0 9 * * *', true],
    ['2026-12-24T09:00', true],
    ['2,58 * * * *', false],
    ['2,58 0,23 * * *', false],
    ['*/4 * * * *', false],
    ['58 9 * * *', true],
    ['*/7 * * * *', false],
    ['every 299s', false],
  ])('%j may start tasks, which are at least 5 minutes apart: %s', (text, may) => {
    const options = { nowMs: Date.parse('2026-11-22T12:00:00Z'), shortestMs: MIN_INTERVAL_MS.agent };
    const read = () => readSchedule(text, 'UTC', options);
    if (may) expect(read).not.toThrow();
    else expect(read).toThrow('Leave at least 5 minutes between two runs.');
  });
});

test('a schedule has at most 120 characters', () => {
  const text = (length: number) => `0 9 ${'1,'.repeat(60).slice(0, length - 9)}1 * *`;
  expect([text(120).length, text(121).length]).toEqual([120, 121]);
  expect(runsOf({ text: text(120), count: 1 })).toEqual(['2026-12-01 09:00']);
  expect(() => runsOf({ text: text(121) })).toThrow('has 121 characters; the limit is 120');
});

describe('a zone is one of the IANA database', () => {
  test.each([
    'UTC',
    'America/Lima',
    'america/lima',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Etc/GMT+5',
    'EST',
    'GB',
  ])('%s is one', (zone) => {
    expect(runsOf({ text: '0 9 * * *', zone })).toHaveLength(3);
  });

  test.each([
    '',
    'PST',
    'IST',
    'CST',
    'BST',
    '+05:30',
    '-05',
    'UTC+5',
    'GMT+5',
    'Mars/Base',
    'SystemV/PST8PDT',
    'Local',
    'America/',
  ])('%j is none', (zone) => {
    expect(() => runsOf({ text: '0 9 * * *', zone })).toThrow(
      /^(The time zone is missing|".*" is no IANA time zone)\. Name one by its area and city/,
    );
  });
});

function failureOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    const { name, kind, message } = error as { name: string; kind: string; message: string };
    return { name, kind, message };
  }
}
