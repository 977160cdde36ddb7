import { readZone } from '../../../core/time-zone.ts';
import { nextRuns } from '../schedule/next-runs.ts';
import { readInstant } from '../schedule/read-instant.ts';
import { readSchedule } from '../schedule/read-schedule.ts';
import { MIN_INTERVAL_MS, type Schedule } from '../schedule/schedule.ts';

/** How many times are shown. */
const COUNT = 3;

export interface AskedSchedule {
  readonly schedule: string;
  readonly timezone: string;
  /** ISO 8601 date and time; default: now. */
  readonly from: string | undefined;
}

export interface NextTimes {
  readonly schedule: Schedule;
  /** Milliseconds since 1970. */
  readonly runs: readonly number[];
}

/**
 * Parses a schedule and returns its next three times, or fewer when it ends before.
 * @throws Failure `invalid` for one that cannot be parsed, runs too often, or never after `from`
 */
export function nextTimes(
  { schedule: text, timezone, from }: AskedSchedule,
  { nowMs, starts }: { readonly nowMs: number; readonly starts: keyof typeof MIN_INTERVAL_MS },
): NextTimes {
  const fromMs = from === undefined ? nowMs : readInstant(from.trim(), readZone(timezone));
  const schedule = readSchedule(text, timezone, { nowMs: fromMs, shortestMs: MIN_INTERVAL_MS[starts] });
  return { schedule, runs: nextRuns(schedule, fromMs, COUNT) };
}
