import { setMaxListeners } from 'node:events';

/** Time, handed in everywhere so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds since some moment: only time that passed, whatever is done to the clock of the machine. */
  upMs(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest delay that `setTimeout` takes without firing at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  upMs: () => performance.now(),
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
