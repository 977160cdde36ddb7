import { HOUR_MS, MINUTE_MS } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import type { MisfirePolicy } from '../cron.ts';
import { nextRuns, pastCronRuns } from '../schedule/cron-runs.ts';
import type { Schedule } from '../schedule/schedule.ts';

/** How late a run may be and still count as on time, so that no policy applies. In milliseconds. */
export const ON_TIME_MS = MINUTE_MS;
const MAX_GRACE_MS = 2 * HOUR_MS;
const MAX_CAUGHT_UP = 5;

export interface DueQuestion {
  readonly schedule: Schedule;
  /** When it was to run next, in milliseconds since 1970. */
  readonly nextAtMs: number;
  readonly nowMs: number;
  readonly policy: MisfirePolicy;
}

export interface DueDecision {
  /** The times whose runs start now, oldest first; each run says how late it is. */
  readonly run: readonly number[];
  /** The first and the last skipped time; those between them are skipped too. */
  readonly skipped: { readonly firstMs: number; readonly lastMs: number } | undefined;
  /** When it is to run next; undefined when it never does again. */
  readonly nextAtMs: number | undefined;
}

/** Decides what a schedule starts now. One date and time is always caught up on, however late. */
export function decideDue({ schedule, nextAtMs, nowMs, policy }: DueQuestion): DueDecision {
  if (nowMs < nextAtMs) return { run: [], skipped: undefined, nextAtMs };
  // One more than may run: the extra one is the last that is skipped.
  const most = policy === 'all' ? MAX_CAUGHT_UP + 1 : 2;
  const due = dueTimes({ schedule, nextAtMs, nowMs, most });
  const last = due.at(-1) ?? nextAtMs;
  const [next] = nextRuns(schedule, schedule.kind === 'every' ? last : nowMs, 1);
  const graceMs = next === undefined ? MAX_GRACE_MS : Math.min((next - last) / 2, MAX_GRACE_MS);
  const count = schedule.kind === 'at' ? 1 : countOf(policy, nowMs - last, graceMs);
  const run = count === 0 ? [] : due.slice(-count);
  return { run, skipped: skippedOf({ due, run, nextAtMs }), nextAtMs: next };
}

function countOf(policy: MisfirePolicy, lateMs: number, graceMs: number): number {
  const isOnTime = lateMs <= ON_TIME_MS;
  switch (policy) {
    case 'once':
      return isOnTime || lateMs <= graceMs ? 1 : 0;
    case 'skip':
      return isOnTime ? 1 : 0;
    case 'all':
      return MAX_CAUGHT_UP;
    default:
      return unreachable(policy);
  }
}

interface DueTimes extends Pick<DueQuestion, 'schedule' | 'nextAtMs' | 'nowMs'> {
  readonly most: number;
}

/** The newest times that are due, oldest first. */
function dueTimes({ schedule, nextAtMs, nowMs, most }: DueTimes): readonly number[] {
  switch (schedule.kind) {
    case 'at':
      return [nextAtMs];
    case 'every': {
      const passed = Math.floor((nowMs - nextAtMs) / schedule.everyMs) + 1;
      const first = Math.max(0, passed - most);
      return Array.from(
        { length: passed - first },
        (_, index) => nextAtMs + (first + index) * schedule.everyMs,
      );
    }
    case 'cron': {
      const times = pastCronRuns(schedule, nowMs, most).filter((ms) => ms > nextAtMs);
      // A person has seen the stored time, so it counts even if the rules of its zone have changed since.
      return times.length === most ? times : [nextAtMs, ...times];
    }
    default:
      return unreachable(schedule);
  }
}

interface PassedTimes {
  readonly due: readonly number[];
  readonly run: readonly number[];
  readonly nextAtMs: number;
}

function skippedOf({ due, run, nextAtMs }: PassedTimes): DueDecision['skipped'] {
  const lastMs = due.at(-1 - run.length);
  return lastMs === undefined ? undefined : { firstMs: nextAtMs, lastMs };
}
