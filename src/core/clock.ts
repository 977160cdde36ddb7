import { setMaxListeners } from 'node:events';

/** Time, always passed in so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /**
   * Milliseconds since the machine started, which setting the clock does not change. Durations and limits are
   * differences of these. Every program on the machine reads the same values.
   */
  upMs(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Times like those of `nowMs`, which setting the clock does not move: for limits that are kept in memory and compared
 * with stored times. They count from the moment of this call.
 */
export function steadyNow(clock: Pick<Clock, 'nowMs' | 'upMs'>): () => number {
  const offsetMs = clock.nowMs() - clock.upMs();
  return () => offsetMs + clock.upMs();
}

/** Longest delay that `setTimeout` takes without firing at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  upMs() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      // Many may wait for the same end; each listener goes with its sleep, so that they are no leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      const timer = setTimeout(done, Math.min(ms, MAX_DELAY_MS));
      signal?.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    }),
};

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
  return isoTime(ms).slice(0, 10);
}

/** `2026-11-20 09:30:00`, in UTC, as SQLite writes it. */
export function utcSecond(ms: number): string {
  return isoTime(ms).slice(0, 19).replace('T', ' ');
}

/** `2026-11-20T09:30:00.000Z`, in UTC, as files and programs read it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
