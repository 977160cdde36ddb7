import { Cron } from 'croner';
import { unreachable } from '../../../core/failure.ts';
import { type CronFields, patternOf } from './cron-fields.ts';
import type { Schedule } from './schedule.ts';

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
