/** Units of time, in milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Beginning of the present day in UTC, which the daily money cap uses, whatever the person's zone. */
export function startOfUtcDay(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS);
}

/** `2026-11-20`, in UTC. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `2026-11-20 09:30:00`, in UTC, as SQLite writes it. */
export function utcSecond(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
