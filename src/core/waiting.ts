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

interface Repetition {
  /** Milliseconds between an end and the next beginning. */
  readonly everyMs: number;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
  onError(error: unknown): void;
}

/** Works at once, and again and again until `signal` aborts: what fails is tried again the next time. */
export async function repeatUntilAborted(
  work: () => Promise<void>,
  { everyMs, clock, signal, onError }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    await clock.sleep(everyMs, signal);
  }
}

/** Resolves when `signal` aborts, at once when it has aborted before. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  await unlessAborted(new Promise(() => undefined), signal);
}

/**
 * The result of the work, or undefined when `signal` aborts before it; the work then continues and its result is
 * ignored.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal });
  });
  return Promise.race([aborted, work]).finally(() => over.abort());
}

/** The result of the work, or `late` when it takes longer than `ms`; it then continues and its result is ignored. */
export async function withTimeLimit<T>(
  work: Promise<T>,
  ms: number,
  clock: Pick<Clock, 'sleep'>,
): Promise<T | 'late'> {
  const limit = new AbortController();
  const late = clock.sleep(ms, limit.signal).then(() => 'late' as const);
  return Promise.race([work, late]).finally(() => limit.abort());
}

export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * Delay before try number `attempt` (0-based): doubles up to `mostMs`, then a random share between half and all of it.
 */
export function backoffMs(
  attempt: number,
  { firstMs, mostMs }: Backoff,
  random: () => number = Math.random,
): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (0.5 + random() / 2));
}
