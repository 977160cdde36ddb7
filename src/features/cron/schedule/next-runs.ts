import { unreachable } from '../../../core/unreachable.ts';
import { cronRuns } from './cron-runs.ts';
import type { Schedule } from './schedule.ts';

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
