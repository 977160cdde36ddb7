import { isFailure } from '../../../core/failure.ts';
import { readStoredSchedule } from './read-schedule.ts';
import type { Schedule } from './schedule.ts';

/** Reading one takes milliseconds, and many crons have the same. */
const MAX_KEPT = 1000;

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
