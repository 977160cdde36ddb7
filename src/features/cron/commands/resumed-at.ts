import type { CronRecord } from '../cron.ts';
import { passOver } from '../firing/later-runs.ts';
import { storedSchedule } from '../schedule/read-schedule.ts';

/**
 * When a paused cron runs next, if it goes on now; undefined when its time is over. One that has a distance keeps its
 * rhythm.
 * @throws Failure `invalid` when its schedule can no longer be read, as one in a zone that this machine does not know
 */
export function resumedAtMs(
  { schedule, timezone, nextAtMs }: Pick<CronRecord, 'schedule' | 'timezone' | 'nextAtMs'>,
  nowMs: number,
): number | undefined {
  if (nextAtMs === undefined || nextAtMs > nowMs) return nextAtMs;
  return passOver(storedSchedule(schedule, timezone), nextAtMs, nowMs + 1)?.nextAtMs;
}
