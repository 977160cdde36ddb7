import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/core/clock.ts';
import { isFailure } from '../../../../src/core/failure.ts';
import { readSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';
import {
  cronRuns,
  MIN_INTERVAL_MS,
  nextRuns,
  pastCronRuns,
  readCronFields,
} from '../../../../src/features/cron/schedule/schedule.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Europe/London',
  'Australia/Sydney',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Africa/Casablanca',
];

const zone = fc.constantFrom(...ZONES);
const number = fc.integer({ min: 0, max: 62 }).map(String);
const sign = fc.constantFrom(
  '*',
  ',',
  '-',
  '/',
  '?',
  '#',
  'L',
  'W',
  '+',
  ' ',
  ':',
  'MON',
  'sun',
  'FEB',
  '@',
  'T',
);
const item = fc.oneof(
  fc.constant('*'),
  number,
  fc.tuple(number, number).map(([from, to]) => `${from}-${to}`),
  number.map((step) => `*/${step}`),
  fc.constantFrom('L', 'LW', '15W', 'MON#2', 'FRIL', '5#5', '+TUE', 'FEB', 'NOV-FEB', 'FRI-MON'),
);
const cronLike = fc.array(item, { minLength: 4, maxLength: 7 }).map((items) => items.join(' '));
const soup = fc.array(fc.oneof(number, sign), { maxLength: 40 }).map((signs) => signs.join(''));
const iso = fc
  .date({ min: new Date('1969-01-01'), max: new Date('2300-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const dated = fc.tuple(iso, fc.integer({ min: 10, max: 24 })).map(([text, length]) => text.slice(0, length));
const distance = fc.tuple(fc.constantFrom('every ', 'every', 'P', 'PT'), soup).map((parts) => parts.join(''));
const anyText = fc.oneof(cronLike, cronLike, soup, dated, distance, fc.string({ maxLength: 130 }));
const anyMs = fc.oneof(
  fc.integer({ min: 0, max: Date.parse('2200-01-01') }),
  fc.integer({ min: Date.parse('0000-01-01'), max: Date.parse('9999-12-31') }),
);

test('whatever is written, it is refused with a sentence or runs later and later', () => {
  fc.assert(
    fc.property(anyText, fc.oneof(zone, fc.string()), anyMs, (text, name, fromMs) => {
      const runs = runsOrRefusal(text, name, fromMs);
      if (typeof runs === 'string') return /\.$/.test(runs);
      return (
        runs.length > 0 && runs.every((ms, index) => ms > (index === 0 ? fromMs : (runs[index - 1] ?? 0)))
      );
    }),
    { numRuns: 1500 },
  );
});

function runsOrRefusal(text: string, name: string, fromMs: number): readonly number[] | string {
  try {
    const options = { nowMs: fromMs, shortestMs: MIN_INTERVAL_MS.message };
    return nextRuns(readSchedule(text, name, options), fromMs, 3);
  } catch (error) {
    if (isFailure(error)) return error.message;
    throw error;
  }
}

const within = (least: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 2, maxLength: 5 });
/** Months in which clocks change somewhere. */
const start = fc
  .tuple(
    fc.constantFrom('2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31'),
    fc.nat(1439),
  )
  .map(([day, minute]) => Date.parse(day) + minute * MINUTE_MS);
const days = fc.constantFrom(
  { dayOfMonth: '*', dayOfWeek: '*', fits: () => true },
  { dayOfMonth: '*', dayOfWeek: 'SAT-SUN', fits: ({ weekday }: Shown) => /Sat|Sun/.test(weekday) },
  { dayOfMonth: '8,29', dayOfWeek: '*', fits: ({ day }: Shown) => day === '8' || day === '29' },
  {
    dayOfMonth: '30-4',
    dayOfWeek: 'SUN',
    fits: ({ day, weekday }: Shown) => Number(day) >= 30 || Number(day) <= 4 || weekday === 'Sun',
  },
);

test('several times of a day are at every minute of which the clocks of the zone show one, and at no other', {
  tags: 'full',
}, () => {
  fc.assert(
    fc.property(fc.record({ zone, start, days, minutes: within(0, 59), hours: within(0, 4) }), (asked) => {
      const { minutes, hours } = asked;
      const text = `${minutes.join(',')} ${hours.join(',')} ${asked.days.dayOfMonth} * ${asked.days.dayOfWeek}`;
      const expected = minutesAfter(asked.start, asked.zone).flatMap((shown) => {
        const isOne = minutes.includes(Number(shown.minute)) && hours.includes(Number(shown.hour));
        return isOne && asked.days.fits(shown) ? [shown.ms] : [];
      });
      const schedule = readSchedule(text, asked.zone, { nowMs: asked.start, shortestMs: 0 });
      expect(nextRuns(schedule, asked.start, expected.length)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

const field = (least: number, most: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min: least, max: most }).map(String),
    within(least, most).map((values) => values.join(',')),
  );

test('the runs of the past are those that were to come, at each of them and between two', {
  tags: 'full',
}, () => {
  fc.assert(
    fc.property(zone, start, field(0, 59), field(0, 4), (name, fromMs, minute, hour) => {
      const times = { fields: readCronFields(`${minute} ${hour} * * *`), timezone: name };
      const runs = cronRuns(times, fromMs, 9);
      const [fifth = 0, last = 0] = [runs[4], runs[8]];
      expect(pastCronRuns(times, fifth, 5)).toEqual(runs.slice(0, 5));
      expect(pastCronRuns(times, fifth - 1, 4)).toEqual(runs.slice(0, 4));
      expect(pastCronRuns(times, last + 999, 9)).toEqual(runs);
    }),
    { numRuns: 400 },
  );
});

interface Shown {
  readonly ms: number;
  readonly weekday: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

/** What clocks show in each of the minutes of the next two days. */
function minutesAfter(startMs: number, timeZone: string): readonly Shown[] {
  const clocks = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  return Array.from({ length: 2 * 24 * 60 }, (_, index) => {
    const ms = startMs + (index + 1) * MINUTE_MS;
    const parts = clocks.formatToParts(ms);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    return { ms, weekday: part('weekday'), day: part('day'), hour: part('hour'), minute: part('minute') };
  });
}
