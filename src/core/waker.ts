import type { Clock } from './clock.ts';

/** A loop that waits until it is woken, or for a while: a wake-up that comes before the wait is not lost. */
export interface Waker {
  wake(): void;
  wait(mostMs: number): Promise<void>;
  /** Aborted once the loop has to end. */
  readonly signal: AbortSignal;
  stop(): void;
}

export function createWaker(clock: Pick<Clock, 'sleep'>): Waker {
  const stopping = new AbortController();
  let isWoken = false;
  let waiting: AbortController | undefined;
  const wake = (): void => {
    isWoken = true;
    waiting?.abort();
  };
  return {
    wake,
    async wait(mostMs) {
      if (!isWoken && !stopping.signal.aborted) {
        waiting = new AbortController();
        await clock.sleep(mostMs, waiting.signal);
        waiting = undefined;
      }
      isWoken = false;
    },
    signal: stopping.signal,
    stop() {
      stopping.abort();
      wake();
    },
  };
}
