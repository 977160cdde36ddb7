import { DAY_MS } from './time.ts';

/** When the day of this moment began, in UTC: the day of the daily money cap, whatever the zone of the person. */
export function startOfUtcDay(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS);
}
