import { MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import type { CronId } from '../cron.ts';
import { ON_TIME_MS } from './decide-due.ts';

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

export interface PlanningMoment {
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

export interface CatchUp {
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
