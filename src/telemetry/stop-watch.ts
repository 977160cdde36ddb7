import type { MetricsStore } from '../contracts/metrics.ts';
import type { Clock } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { MINUTE_MS } from '../core/time.ts';

/** A timer that is later than this shows a stall: nothing else was handled meanwhile either. */
const MAX_LATE_MS = 50;
const TICK_MS = 10;
const STORE_EVERY_MS = MINUTE_MS;

export interface StopWatch {
  begin(): void;
  /** Stores what was counted last. */
  end(): void;
}

export interface StopWatchParts {
  readonly metrics: Pick<MetricsStore, 'noteStops'>;
  readonly clock: Pick<Clock, 'nowMs' | 'upMs'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Counts the stops of the event loop. It keeps no program alive. */
export function createStopWatch({ metrics, clock, log }: StopWatchParts): StopWatch {
  let timer: NodeJS.Timeout | undefined;
  let [lastUpMs, storedUpMs] = [0, 0];
  let [count, longestMs] = [0, 0];
  const store = (): void => {
    storedUpMs = clock.upMs();
    if (count === 0) return;
    try {
      metrics.noteStops({ count, longestMs: Math.round(longestMs), atMs: clock.nowMs() });
      [count, longestMs] = [0, 0];
    } catch (error) {
      if (!isFailure(error)) throw error;
      log.warn('metrics.failed', { error: messageOf(error) });
    }
  };
  const tick = (): void => {
    const upMs = clock.upMs();
    const lateMs = upMs - lastUpMs - TICK_MS;
    lastUpMs = upMs;
    if (lateMs > MAX_LATE_MS) {
      count += 1;
      longestMs = Math.max(longestMs, lateMs);
    }
    if (upMs - storedUpMs >= STORE_EVERY_MS) store();
  };
  return {
    begin() {
      lastUpMs = clock.upMs();
      storedUpMs = lastUpMs;
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    end() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      tick();
      store();
    },
  };
}
