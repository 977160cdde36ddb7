import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import { Failure, isFailure, unreachable } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { readZone } from '../../../core/time-zone.ts';
import { cronFault } from '../texts/texts.ts';
import { cronRuns, nextRuns, readCronFields, type Schedule, shortestGapMs } from './schedule.ts';

/** Most characters of a schedule, in UTF-16 code units. */
const MAX_CHARACTERS = 120;

/** Reading one takes milliseconds, and many crons have the same. */
const MAX_KEPT = 1000;

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
    throw new Failure('invalid', cronFault('schedule-long', text.length, MAX_CHARACTERS));
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
export function readStoredSchedule(text: string, zone: string): Schedule {
  return scheduleOf(text.trim(), readZone(zone));
}

function scheduleOf(text: string, timezone: string): Schedule {
  const everyMs = readEvery(text);
  if (everyMs !== undefined) return { kind: 'every', everyMs, timezone };
  if (/^at\b|^\d{4}-\d/i.test(text)) {
    return { kind: 'at', atMs: readInstant(withoutAt(text), timezone), timezone };
  }
  return { kind: 'cron', fields: readCronFields(text), timezone };
}

/** A date is stored as `at <date>`, so the person may never have typed that word. */
function withoutAt(text: string): string {
  return text.replace(/^at\b\s*/i, '');
}

function checkInterval(text: string, schedule: Schedule, shortestMs: number): void {
  const intervalMs = intervalOf(schedule);
  if (intervalMs >= shortestMs) return;
  const quoted = oneLine(text, 60);
  throw new Failure(
    'invalid',
    shortestMs < 2 * MINUTE_MS
      ? cronFault('schedule-often-seconds', quoted, shortestMs / SECOND_MS)
      : cronFault('schedule-often-minutes', quoted, shortestMs / MINUTE_MS),
  );
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
  const rule = kind === 'at' ? 'schedule-past' : 'schedule-never';
  return new Failure('invalid', cronFault(rule, oneLine(withoutAt(text), 60)));
}

const UNIT_MS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;
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
  const lengths = folded.replace(/^every ?/, '');
  if (!(isEvery && WORDS.test(lengths)) && !ISO.test(lengths)) {
    throw new Failure('invalid', cronFault('every-unread', oneLine(text, 40)));
  }
  let everyMs = 0;
  for (const [, count, unit = ''] of lengths.matchAll(PARTS))
    everyMs += Number(count) * UNIT_MS[unit[0] as keyof typeof UNIT_MS];
  if (everyMs <= MAX_DAYS * UNIT_MS.d) return everyMs;
  throw new Failure('invalid', cronFault('every-long', oneLine(text, 40), MAX_DAYS));
}

/** Undefined for what can no longer be read: its zone is gone, or somebody else changed the row. */
export type ScheduleReader = (stored: {
  readonly schedule: string;
  readonly timezone: string;
}) => Schedule | undefined;

/** Remembers what it has read. */
export function scheduleReader(): ScheduleReader {
  const kept = new Map<string, Schedule | undefined>();
  return ({ schedule, timezone }) => {
    const key = `${timezone} ${schedule}`;
    if (kept.has(key)) return kept.get(key);
    if (kept.size >= MAX_KEPT) kept.clear();
    const read = tryReadSchedule(schedule, timezone);
    kept.set(key, read);
    return read;
  };
}

function tryReadSchedule(schedule: string, timezone: string): Schedule | undefined {
  try {
    return readStoredSchedule(schedule, timezone);
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

const DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Reads an ISO 8601 date and time. Without an offset it is what clocks in `timezone` show: of two such instants the
 * first, and where clocks jump over it the first one after the jump.
 * @returns milliseconds since 1970
 * @throws Failure `invalid` for everything else, dates that do not exist included
 */
export function readInstant(text: string, timezone: string): number {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) throw dateFailure('date-form', text);
  const asUtc = utcOf(parts);
  if (asUtc === undefined) throw dateFailure('date-none', text);
  const { offset } = parts;
  if (offset === undefined) return inZone({ text, asUtc, timezone });
  const offsetMs = msOfOffset(offset);
  if (offsetMs === undefined) throw dateFailure('date-offset', text);
  return asUtc - offsetMs;
}

/** Undefined for a day or a time that no calendar has. */
function utcOf(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const { year, month, day, hour, minute, second = '00', fraction = '' } = parts;
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // The 30th of February would be a day in March.
  return !Number.isNaN(ms) && isoTime(ms).startsWith(whole) ? ms : undefined;
}

function msOfOffset(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

interface LocalTime {
  readonly text: string;
  /** What the clocks show, as if they were in UTC. */
  readonly asUtc: number;
  readonly timezone: string;
}

function inZone({ text, asUtc, timezone }: LocalTime): number {
  const shown = new Date(asUtc);
  const fields = {
    second: String(shown.getUTCSeconds()),
    minute: String(shown.getUTCMinutes()),
    hour: String(shown.getUTCHours()),
    dayOfMonth: String(shown.getUTCDate()),
    month: String(shown.getUTCMonth() + 1),
    dayOfWeek: '*',
  };
  // No zone is two days off UTC; the same date of the year after is out of reach.
  const [ms] = cronRuns({ fields, timezone }, asUtc - 2 * DAY_MS, 1);
  if (ms !== undefined && ms < asUtc + 2 * DAY_MS) return ms + shown.getUTCMilliseconds();
  throw new Failure('invalid', cronFault('date-jump', oneLine(text, 40), timezone));
}

function dateFailure(rule: 'date-form' | 'date-none' | 'date-offset', text: string): Failure {
  return new Failure('invalid', cronFault(rule, oneLine(text, 40)));
}
