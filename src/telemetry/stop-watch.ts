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
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Counts the stops of the event loop. It keeps no program alive. */
export function createStopWatch({ metrics, clock, log }: StopWatchParts): StopWatch {
  let timer: NodeJS.Timeout | undefined;
  let [lastUpMs, storedUpMs] = [0, 0];
  let [count, longestMs] = [0, 0];
  let lastCpuMs = 0;
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
    const cpuMs = cpuNowMs() - lastCpuMs;
    lastCpuMs += cpuMs;
    if (lateMs > MAX_LATE_MS) {
      count += 1;
      // Little of its own work in a long stop: the program waited for the disk, or for a processor.
      log.info('loop.stopped', { late_ms: Math.round(lateMs), cpu_ms: Math.round(cpuMs) });
      longestMs = Math.max(longestMs, lateMs);
    }
    if (upMs - storedUpMs >= STORE_EVERY_MS) store();
  };
  return {
    begin() {
      lastUpMs = clock.upMs();
      storedUpMs = lastUpMs;
      lastCpuMs = cpuNowMs();
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

/** Milliseconds that all threads of the program have worked since it began. */
function cpuNowMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
