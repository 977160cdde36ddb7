import { unreachable } from '../../../core/failure.ts';
import { nextRuns, pastCronRuns } from '../schedule/cron-runs.ts';
import type { Schedule } from '../schedule/schedule.ts';

export interface PassedOver {
  /** The last run that is skipped. */
  readonly lastMs: number;
  /** The next one after it. */
  readonly nextAtMs: number;
}

/**
 * The runs to skip so that the next one is not before `notBeforeMs`; undefined when there are none, or no run remains.
 */
export function passOver(schedule: Schedule, nextAtMs: number, notBeforeMs: number): PassedOver | undefined {
  if (nextAtMs >= notBeforeMs) return undefined;
  switch (schedule.kind) {
    case 'at':
      return undefined;
    case 'every': {
      const passed = Math.ceil((notBeforeMs - nextAtMs) / schedule.everyMs);
      const next = nextAtMs + passed * schedule.everyMs;
      return { lastMs: next - schedule.everyMs, nextAtMs: next };
    }
    case 'cron': {
      const [next] = nextRuns(schedule, notBeforeMs - 1, 1);
      const [last = nextAtMs] = pastCronRuns(schedule, notBeforeMs - 1, 1);
      return next === undefined ? undefined : { lastMs: Math.max(last, nextAtMs), nextAtMs: next };
    }
    default:
      return unreachable(schedule);
  }
}

/**
 * The next run where the clock was set back, so that the stored one is further away than any run can be; undefined
 * when it stands.
 */
export function nextAfterSetBack(schedule: Schedule, nextAtMs: number, nowMs: number): number | undefined {
  if (schedule.kind === 'at') return undefined;
  const [next] = nextRuns(schedule, nowMs, 1);
  return next !== undefined && next < nextAtMs && isTooFar(schedule, nextAtMs, nowMs) ? next : undefined;
}

/** With `every`, any moment of an interval will do: the stored one stands while it is at most one interval away. */
function isTooFar(schedule: Schedule, nextAtMs: number, nowMs: number): boolean {
  return schedule.kind !== 'every' || nextAtMs - nowMs > schedule.everyMs;
}
