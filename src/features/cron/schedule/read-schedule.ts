import { Failure } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time.ts';
import { readZone } from '../../../core/time-zone.ts';
import { unreachable } from '../../../core/unreachable.ts';
import { readCronFields, shortestGapMs } from './cron-fields.ts';
import { nextRuns } from './cron-runs.ts';
import { readInstant } from './read-instant.ts';
import type { Schedule } from './schedule.ts';

/** Most characters of a schedule, in UTF-16 code units. */
const MAX_CHARACTERS = 120;

interface ReadOptions {
  /** Milliseconds since 1970; what never comes after it is refused. */
  readonly nowMs: number;
  /** Shortest time between two runs, in milliseconds: one of MIN_INTERVAL_MS. */
  readonly shortestMs: number;
}

/**
 * Reads when something is to happen:
 * - `0 9 * * 1-5`: a cron expression, as the clocks in `zone` show it
 * - `every 15m`, `PT15M`: a distance between runs
 * - `2026-12-24T09:00`, `at 2026-12-24T09:00Z`: one date and time
 * @throws Failure `invalid` for what cannot be read, runs too often, or never again
 */
export function readSchedule(text: string, zone: string, options: ReadOptions): Schedule {
  if (text.length > MAX_CHARACTERS) {
    throw new Failure(
      'invalid',
      `This time has ${text.length} characters; the limit is ${MAX_CHARACTERS}. Write ranges and steps instead of lists, or split it in two.`,
      { facts: { rule: 'schedule-long', most: MAX_CHARACTERS, length: text.length } },
    );
  }
  const schedule = scheduleOf(text.trim(), readZone(zone));
  checkInterval(text, schedule, options.shortestMs);
  if (nextRuns(schedule, options.nowMs, 1).length === 0) throw neverRuns(text, schedule);
  return schedule;
}

/**
 * Reads one that was checked when it was made.
 * @throws Failure `invalid` for what cannot be read, which may be a zone that is no longer known
 */
export function storedSchedule(text: string, zone: string): Schedule {
  return scheduleOf(text.trim(), readZone(zone));
}

function scheduleOf(text: string, timezone: string): Schedule {
  const everyMs = readEvery(text);
  if (everyMs !== undefined) return { kind: 'every', everyMs, timezone };
  if (/^at\b|^\d{4}-\d/i.test(text)) {
    return { kind: 'at', atMs: readInstant(text.replace(/^at\s*/i, ''), timezone), timezone };
  }
  return { kind: 'cron', fields: readCronFields(text), timezone };
}

function checkInterval(text: string, schedule: Schedule, shortestMs: number): void {
  const intervalMs = intervalOf(schedule);
  if (intervalMs >= shortestMs) return;
  const least =
    shortestMs < 2 * MINUTE_MS ? `${shortestMs / 1000} seconds` : `${shortestMs / MINUTE_MS} minutes`;
  throw new Failure('invalid', `${quoted(text)} runs too often. Leave at least ${least} between two runs.`, {
    facts: { rule: 'schedule-often', text: oneLine(text, 60), shortestMs },
  });
}

function intervalOf(schedule: Schedule): number {
  switch (schedule.kind) {
    case 'cron':
      return shortestGapMs(schedule.fields);
    case 'every':
      return schedule.everyMs;
    case 'at':
      return Number.POSITIVE_INFINITY;
    default:
      return unreachable(schedule);
  }
}

function neverRuns(text: string, { kind }: Schedule): Failure {
  const told =
    kind === 'at'
      ? 'is in the past. Write a date and time still to come.'
      : 'never comes. Look for a day that no month has, such as 31 February, or an hour that the clocks skip.';
  const rule = kind === 'at' ? 'schedule-past' : 'schedule-never';
  return new Failure('invalid', `${quoted(text)} ${told}`, { facts: { rule, text: oneLine(text, 60) } });
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 60));
}

const UNIT_MS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;
type Unit = keyof typeof UNIT_MS;

/** Names of the units; what they begin with says which. */
const UNIT = 's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?';
const WORDS = new RegExp(`^(?:\\d{1,9} ?(?:${UNIT})(?: |(?=\\d)|$))+$`);
const PARTS = new RegExp(`(\\d+) ?(${UNIT})`, 'g');
const ISO = /^p(?=\w)(?:\d{1,9}w)?(?:\d{1,9}d)?(?:t(?=\d)(?:\d{1,9}h)?(?:\d{1,9}m)?(?:\d{1,9}s)?)?$/;
const MAX_DAYS = 366;

/**
 * Reads how often: `every 15m`, `every 2 hours`, `every 1h 30m`, or an ISO 8601 duration of weeks and smaller, with or
 * without `every`. Upper and lower case are the same; days have 24 hours.
 * @returns milliseconds; undefined for a text that is of another kind
 * @throws Failure `invalid` for a text of this kind that cannot be read, or is longer than 366 days
 */
function readEvery(text: string): number | undefined {
  const folded = text.toLowerCase().replace(/\s+/g, ' ');
  const isEvery = /^every\b/.test(folded);
  if (!isEvery && !/^p[\dt]/.test(folded)) return undefined;
  const told = folded.replace(/^every ?/, '');
  if (!(isEvery && WORDS.test(told)) && !ISO.test(told)) {
    throw new Failure(
      'invalid',
      `${JSON.stringify(oneLine(text, 40))} doesn't say how often. Write a whole number with s, m, h, d or w: "every 15m", "every 2h" or "every 1h30m". For a time of day write a cron expression: "0 9 * * *".`,
      { facts: { rule: 'every-unread', text: oneLine(text, 40) } },
    );
  }
  let everyMs = 0;
  for (const [, count, unit = ''] of told.matchAll(PARTS))
    everyMs += Number(count) * UNIT_MS[unit[0] as Unit];
  if (everyMs <= MAX_DAYS * UNIT_MS.d) return everyMs;
  throw new Failure(
    'invalid',
    `${JSON.stringify(oneLine(text, 40))} is longer than ${MAX_DAYS} days. Write a shorter time, or one date and time.`,
    { facts: { rule: 'every-long', text: oneLine(text, 40), most: MAX_DAYS } },
  );
}
