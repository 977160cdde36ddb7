import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import type { CronId, MisfirePolicy } from '../cron.ts';
import { nextRuns, pastCronRuns, type Schedule } from '../schedule/schedule.ts';

/** A cron whose time has come. */
export interface CronDueTime {
  readonly id: CronId;
  readonly nextAtMs: number;
}

export interface CronStart extends CronDueTime {
  /** When it is started. */
  readonly atMs: number;
  /** When it was found due: the delay until then decides about it, not the delay until its start. */
  readonly foundAtMs: number;
}

/** If more than these are due at the same moment, their starts are spread. */
const MAX_AT_ONCE = 50;
const SPREAD_MS = 30 * SECOND_MS;
/** Time between the starts of two late ones. */
const STAGGER_MS = 5 * SECOND_MS;
/** Catching up takes no longer than this, however many crons are late. */
const MAX_CATCH_UP_MS = 30 * MINUTE_MS;

interface PlanningMoment {
  readonly nowMs: number;
  /** A number from 0 to 1, without 1. */
  random(): number;
}

export function isOnTime({ nextAtMs }: Pick<CronDueTime, 'nextAtMs'>, nowMs: number): boolean {
  return nowMs - nextAtMs <= ON_TIME_MS;
}

/** Plans the starts of those on time: at once, or within half a minute when they are many. */
export function planOnTime(
  due: readonly CronDueTime[],
  { nowMs, random }: PlanningMoment,
): readonly CronStart[] {
  const spreadMs = due.length > MAX_AT_ONCE ? SPREAD_MS : 0;
  return due.map((one) => ({ ...one, foundAtMs: nowMs, atMs: nowMs + Math.floor(random() * spreadMs) }));
}

interface CatchUp {
  readonly wanted: readonly CronDueTime[];
  /** Earliest start. */
  readonly fromMs: number;
  /** The number of all late crons. */
  readonly of: number;
}

/** Plans the starts of late ones, one after the other. */
export function planLate(
  { wanted, fromMs, of }: CatchUp,
  { nowMs, random }: PlanningMoment,
): readonly CronStart[] {
  const staggerMs = Math.min(STAGGER_MS, MAX_CATCH_UP_MS / Math.max(1, of));
  return wanted.map((one, place) => ({
    ...one,
    foundAtMs: nowMs,
    atMs: fromMs + Math.floor((place + random()) * staggerMs),
  }));
}

/** How late a run may be and still count as on time, so that no policy applies. In milliseconds. */
export const ON_TIME_MS = MINUTE_MS;
const MAX_GRACE_MS = 2 * HOUR_MS;
const MAX_CAUGHT_UP = 5;

interface DueQuestion {
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

interface PassedOver {
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
