import { readSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';
import { MIN_INTERVAL_MS, nextRuns } from '../../../../src/features/cron/schedule/schedule.ts';

export interface Asked {
  readonly text: string;
  readonly zone?: string;
  /** ISO 8601 in UTC. */
  readonly from?: string;
  readonly count?: number;
}

/** The next runs of a schedule in UTC, as `2026-11-23 14:00`; seconds only where they are not zero. */
export function runsOf({
  text,
  zone = 'UTC',
  from = '2026-11-22T12:00:00Z',
  count = 3,
}: Asked): readonly string[] {
  const fromMs = Date.parse(from);
  const schedule = readSchedule(text, zone, { nowMs: fromMs, shortestMs: MIN_INTERVAL_MS.message });
  return nextRuns(schedule, fromMs, count).map((ms) =>
    new Date(ms)
      .toISOString()
      .replace('T', ' ')
      .replace(/(:00)?\.000Z$/, ''),
  );
}
