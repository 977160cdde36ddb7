import { DAY_MS } from './time.ts';

/** Beginning of the present day in UTC, which the daily money cap uses, whatever the person's zone. */
export function startOfUtcDay(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS);
}
