import { Cron, CronPattern } from 'croner';
import { MINUTE_MS } from '../../../core/clock.ts';
import { Failure, unreachable } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { cronFault } from '../texts/texts.ts';

/**
 * When something is to happen, as read and checked by `readSchedule`.
 * - `cron`: what the clocks in `timezone` show decides.
 * - `every`: so many milliseconds from one run to the next, whatever clocks do.
 * - `at`: once, at one instant.
 */
export type Schedule =
  | { readonly kind: 'cron'; readonly fields: CronFields; readonly timezone: string }
  | { readonly kind: 'every'; readonly everyMs: number; readonly timezone: string }
  | { readonly kind: 'at'; readonly atMs: number; readonly timezone: string };

/** Shortest time between two runs, in milliseconds, by what they start: a message, or a task that costs money. */
export const MIN_INTERVAL_MS = { message: MINUTE_MS, agent: 5 * MINUTE_MS } as const;

/**
 * How far a run is looked for. Anything that comes at all comes within forty years (a 29 February that is a
 * certain day of the week), and three of them in ninety; a search without an end would take seconds.
 */
const YEARS_AHEAD = 130;

interface CronTimes {
  readonly fields: CronFields;
  readonly timezone: string;
}

/**
 * The next runs of cron fields, in milliseconds since 1970, each later than the one before and than `fromMs`; fewer
 * than `count` where the next 130 years hold no more.
 * - A fixed time that clocks jump over is at the first instant after the jump, if that is on the same day; one that
 *   they show twice is at the first of the two.
 * - Several times of an hour or a day are as the clocks show them: none in a jump, each twice where clocks go back.
 * - Day of month and day of week both set: either is enough.
 */
export function cronRuns(times: CronTimes, fromMs: number, count: number): readonly number[] {
  // The year before, because clocks of the zone may still show it.
  const firstYear = new Date(fromMs).getUTCFullYear() - 1;
  const cron = cronOf(times, firstYear, firstYear + YEARS_AHEAD);
  return cron.nextRuns(count, new Date(fromMs)).map((run) => run.getTime());
}

/** The last `count` runs up to `untilMs`, which may be one, oldest first; those of the last 130 years. */
export function pastCronRuns(times: CronTimes, untilMs: number, count: number): readonly number[] {
  const lastYear = new Date(untilMs).getUTCFullYear() + 1;
  const cron = cronOf(times, lastYear - YEARS_AHEAD, lastYear);
  // Croner counts in whole seconds, and looks before the one it is given.
  const before = new Date(Math.floor(untilMs / 1000) * 1000 + 1000);
  return cron
    .previousRuns(count, before)
    .map((run) => run.getTime())
    .toReversed();
}

function cronOf({ fields, timezone }: CronTimes, firstYear: number, lastYear: number): Cron {
  const pattern = patternOf(fields, Math.max(1, firstYear), Math.min(9999, lastYear));
  return new Cron(pattern, { timezone, mode: '7-part', paused: true });
}

/**
 * The next runs after `fromMs`, in milliseconds since 1970, each later than the one before; fewer than `count`, or
 * none, where there are no more.
 * @param fromMs of `every` the last run, or the moment it was made: the next is one interval later
 */
export function nextRuns(schedule: Schedule, fromMs: number, count: number): readonly number[] {
  switch (schedule.kind) {
    case 'cron':
      return cronRuns(schedule, fromMs, count);
    case 'every':
      return Array.from({ length: count }, (_, index) => fromMs + (index + 1) * schedule.everyMs);
    case 'at':
      return schedule.atMs > fromMs && count > 0 ? [schedule.atMs] : [];
    default:
      return unreachable(schedule);
  }
}

/** The fields of a cron expression as croner reads them; no range of them wraps. */
export interface CronFields {
  /** One number. */
  readonly second: string;
  readonly minute: string;
  readonly hour: string;
  readonly dayOfMonth: string;
  readonly month: string;
  readonly dayOfWeek: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const EVERY: CronFields = {
  second: '0',
  minute: '*',
  hour: '*',
  dayOfMonth: '*',
  month: '*',
  dayOfWeek: '*',
};

const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/** The reader of croner takes half a millisecond for all the years there are; fields mean the same in each. */
const ANY_YEAR = 2000;

/**
 * Reads a cron expression of five fields, of six when the first is one second, or a shorthand like `@daily`. Whether
 * it ever runs is not looked at.
 * @throws Failure `invalid` that names the field and what may stand there
 */
export function readCronFields(text: string): CronFields {
  const fields = splitFields(SHORTHANDS.get(text.toLowerCase()) ?? text);
  // Several seconds would be several runs a minute.
  if (!/^\d{1,2}$/.test(fields.second)) throw fieldFailure('second', fields.second);
  const read: CronFields = {
    second: fields.second,
    minute: unwrapRanges(fields.minute, { least: 0, most: 59, names: [] }),
    hour: unwrapRanges(fields.hour, { least: 0, most: 23, names: [] }),
    dayOfMonth: unwrapRanges(fields.dayOfMonth, { least: 1, most: 31, names: [] }),
    month: unwrapRanges(fields.month, { least: 1, most: 12, names: MONTHS }),
    dayOfWeek: unwrapRanges(fields.dayOfWeek, { least: 0, most: 6, names: DAYS }),
  };
  if (isReadable(read)) return read;
  for (const name of Object.keys(EVERY) as (keyof CronFields)[]) {
    // Fields are read one at a time, so that the wrong one can be named.
    if (!isReadable({ ...EVERY, [name]: read[name] })) throw fieldFailure(name, fields[name]);
  }
  return read;
}

/** The pattern of these fields as croner takes it, in the years from `firstYear` to `lastYear`. */
function patternOf(fields: CronFields, firstYear: number, lastYear: number): string {
  const { second, minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  return [second, minute, hour, dayOfMonth, month, dayOfWeek, `${firstYear}-${lastYear}`].join(' ');
}

/**
 * The shortest time between two runs, in milliseconds, as if every day were one of a run; at most 24 hours.
 * @param fields as `readCronFields` gives them
 */
export function shortestGapMs(fields: CronFields): number {
  const { minute, hour } = new CronPattern(patternOf(fields, ANY_YEAR, ANY_YEAR), undefined, {
    mode: '7-part',
  });
  const minutes = hour.flatMap((runs, h) =>
    runs ? minute.flatMap((run, m) => (run ? [h * 60 + m] : [])) : [],
  );
  const gaps = minutes.map((at, index) => (minutes[index + 1] ?? (minutes[0] ?? 0) + 24 * 60) - at);
  return Math.min(...gaps) * MINUTE_MS;
}

function splitFields(text: string): CronFields {
  const words = text === '' ? [] : text.split(/\s+/);
  const [second, minute, hour, dayOfMonth, month, dayOfWeek] = words.length === 5 ? ['0', ...words] : words;
  const last = words.length > 6 ? undefined : dayOfWeek;
  if (second === undefined || minute === undefined || hour === undefined)
    throw wrongCount(text, words.length);
  if (dayOfMonth === undefined || month === undefined || last === undefined)
    throw wrongCount(text, words.length);
  return { second, minute, hour, dayOfMonth, month, dayOfWeek: last };
}

function wrongCount(text: string, count: number): Failure {
  if (count === 0) return new Failure('invalid', cronFault('schedule-empty'));
  const quoted = oneLine(text, 40);
  return new Failure(
    'invalid',
    text.startsWith('@')
      ? cronFault('cron-shorthand', quoted, [...SHORTHANDS.keys()].join(', '))
      : cronFault('cron-count', quoted, count),
  );
}

/** The reader of croner throws errors of several kinds, and for wrong fields alone. */
function isReadable(fields: CronFields): boolean {
  try {
    new CronPattern(patternOf(fields, ANY_YEAR, ANY_YEAR), undefined, { mode: '7-part' });
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function fieldFailure(name: keyof CronFields, value: string): Failure {
  return new Failure('invalid', cronFault(`cron-${name}`, oneLine(value, 40)));
}

/** The values of a field of a cron expression. */
interface FieldValues {
  readonly least: number;
  readonly most: number;
  /** Names of the values from `least` on, in lower case. */
  readonly names: readonly string[];
}

/**
 * Writes the ranges of a field that wrap (22-2, FRI-MON, 50-10/5) as the list of their values, and those with names in
 * numbers: croner reads no range that wraps, and takes SUN-SUN for all seven days. Everything else stays as it is, what
 * is wrong too.
 */
function unwrapRanges(field: string, values: FieldValues): string {
  return field
    .split(',')
    .map((item) => unwrapRange(item, values))
    .join(',');
}

function unwrapRange(item: string, values: FieldValues): string {
  const [, first = '', last = '', step = '1'] = /^(\w+)-(\w+)(?:\/(\d+))?$/.exec(item) ?? [];
  const from = numberOf(first, values);
  const to = numberOf(last, values);
  const size = values.most - values.least + 1;
  if (from === undefined || to === undefined || Number(step) < 1 || Number(step) > size) return item;
  if (first === '0' && last === '7') return item;
  if (from <= to) return rangeText({ from, to, step, size }, values);
  return rangeText({ from, to: to + size, step, size }, values);
}

interface FieldRange {
  readonly from: number;
  /** Beyond the last value of the field where the range wraps. */
  readonly to: number;
  readonly step: string;
  readonly size: number;
}

function rangeText({ from, to, step, size }: FieldRange, { least, most }: FieldValues): string {
  if (to <= most) return step === '1' ? `${from}-${to}` : `${from}-${to}/${step}`;
  const wanted: number[] = [];
  for (let value = from; value <= to; value += Number(step)) wanted.push(least + ((value - least) % size));
  return wanted.join(',');
}

/** Undefined for what is no value of the field; a Sunday written as 7 is 0. */
function numberOf(text: string, { least, most, names }: FieldValues): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  if (named !== -1) return least + named;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  if (value === 7 && most === 6) return 0;
  return value >= least && value <= most ? value : undefined;
}
