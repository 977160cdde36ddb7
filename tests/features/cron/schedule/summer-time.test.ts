import { describe, expect, test } from 'vitest';
import { runsOf } from './runs-of.ts';

describe('a fixed time that clocks jump over is at the first instant after the jump, once', () => {
  test.each([
    ['30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', ['2026-03-08 07:00', '2026-03-09 06:30']],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29 01:00', '2026-03-30 00:30']],
    ['30 1 * * *', 'Europe/London', '2026-03-28T12:00:00Z', ['2026-03-29 01:00', '2026-03-30 00:30']],
    ['30 2 * * *', 'Australia/Sydney', '2026-10-03T00:00:00Z', ['2026-10-03 16:00', '2026-10-04 15:30']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', ['2026-10-03 15:30', '2026-10-04 15:15']],
    ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', ['2018-11-04 03:00', '2018-11-05 02:00']],
    ['0 0 * * *', 'America/Santiago', '2026-09-05T12:00:00Z', ['2026-09-06 04:00', '2026-09-07 03:00']],
  ])('%s in %s after %s', (text, zone, from, runs) => {
    expect(runsOf({ text, zone, from, count: 2 })).toEqual(runs);
  });
});

describe('a fixed time that clocks show twice is at the first of the two, once', () => {
  test.each([
    ['30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', ['2026-11-01 05:30', '2026-11-02 06:30']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25 00:30', '2026-10-26 01:30']],
    ['30 1 * * *', 'Europe/London', '2026-10-24T12:00:00Z', ['2026-10-25 00:30', '2026-10-26 01:30']],
    ['30 2 * * *', 'Australia/Sydney', '2026-04-04T00:00:00Z', ['2026-04-04 15:30', '2026-04-05 16:30']],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', ['2026-04-04 14:45', '2026-04-05 15:15']],
    ['30 23 * * *', 'America/Sao_Paulo', '2018-02-17T12:00:00Z', ['2018-02-18 01:30', '2018-02-19 02:30']],
  ])('%s in %s after %s', (text, zone, from, runs) => {
    expect(runsOf({ text, zone, from, count: 2 })).toEqual(runs);
  });

  test('and not again between the two', () => {
    const asked = { text: '30 1 * * *', zone: 'America/New_York', from: '2026-11-01T05:30:00Z', count: 1 };
    expect(runsOf(asked)).toEqual(['2026-11-02 06:30']);
  });
});

describe('several times of an hour or a day are as the clocks show them', () => {
  test('every 15 minutes goes on through the hour that is shown twice', () => {
    const asked = { text: '*/15 * * * *', zone: 'America/New_York', from: '2026-11-01T05:30:00Z', count: 7 };
    expect(runsOf(asked)).toEqual([
      '2026-11-01 05:45',
      '2026-11-01 06:00',
      '2026-11-01 06:15',
      '2026-11-01 06:30',
      '2026-11-01 06:45',
      '2026-11-01 07:00',
      '2026-11-01 07:15',
    ]);
  });

  test('every 15 minutes goes on over the hour that is left out', () => {
    const asked = { text: '*/15 * * * *', zone: 'Europe/Berlin', from: '2026-03-29T00:30:00Z' };
    expect(runsOf(asked)).toEqual(['2026-03-29 00:45', '2026-03-29 01:00', '2026-03-29 01:15']);
  });

  test('every 15 minutes goes on through the half hour of Lord Howe', () => {
    const asked = {
      text: '*/15 * * * *',
      zone: 'Australia/Lord_Howe',
      from: '2026-04-04T14:40:00Z',
      count: 4,
    };
    expect(runsOf(asked)).toEqual([
      '2026-04-04 14:45',
      '2026-04-04 15:00',
      '2026-04-04 15:15',
      '2026-04-04 15:30',
    ]);
  });

  test('every even hour leaves out the one that does not exist', () => {
    const asked = { text: '0 */2 * * *', zone: 'America/New_York', from: '2026-03-08T04:59:00Z' };
    expect(runsOf(asked)).toEqual(['2026-03-08 05:00', '2026-03-08 08:00', '2026-03-08 10:00']);
  });
});

test.each([
  [
    'a day that a country left out has no run',
    '0 9 * * *',
    'Pacific/Apia',
    '2011-12-29T00:00:00Z',
    ['2011-12-29 19:00', '2011-12-30 19:00'],
  ],
  [
    'a zone without summer time never moves',
    '30 9 * * *',
    'Asia/Kolkata',
    '2026-03-28T12:00:00Z',
    ['2026-03-29 04:00', '2026-03-30 04:00'],
  ],
  [
    'a zone that gave summer time up stays where it is',
    '0 9 * * *',
    'America/Sao_Paulo',
    '2026-11-01T00:00:00Z',
    ['2026-11-01 12:00', '2026-11-02 12:00'],
  ],
  [
    'a zone of three quarters of an hour',
    '0 9 * * *',
    'Asia/Kathmandu',
    '2026-11-01T00:00:00Z',
    ['2026-11-01 03:15', '2026-11-02 03:15'],
  ],
  [
    'the day of the zone counts, not that of UTC',
    '0 5 * * MON',
    'Pacific/Auckland',
    '2026-11-22T12:00:00Z',
    ['2026-11-22 16:00', '2026-11-29 16:00'],
  ],
])('%s', (_title, text, zone, from, runs) => {
  expect(runsOf({ text, zone, from, count: 2 })).toEqual(runs);
});

describe('one date and time without an offset is in its zone', () => {
  test.each([
    ['2026-12-24T09:00', 'America/Lima', '2026-12-24 14:00'],
    ['2026-07-01T09:00', 'Europe/Madrid', '2026-07-01 07:00'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08 07:00'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01 05:30'],
    ['2026-10-25T02:59:59', 'Europe/Berlin', '2026-10-25 00:59:59'],
  ])('%s in %s', (text, zone, run) => {
    expect(runsOf({ text, zone, from: '2026-01-01T00:00:00Z' })).toEqual([run]);
  });

  test('one that a country left out is refused', () => {
    const asked = { text: '2011-12-30T09:00', zone: 'Pacific/Apia', from: '2011-01-01T00:00:00Z' };
    expect(() => runsOf(asked)).toThrow(/doesn't exist in Pacific\/Apia: the clocks skip it/);
  });
});
