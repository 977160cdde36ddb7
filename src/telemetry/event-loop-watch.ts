import { performance } from 'node:perf_hooks';
import type { MetricsStore } from '../contracts/maintenance.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';

/** A turn of the event loop that takes longer is a stop: nothing that arrived meanwhile was handled. */
const MAX_TURN_MS = 50;
const STORE_EVERY_MS = MINUTE_MS;
/** To ask the system in each turn took 2 % of a round of a task. */
const CPU_EVERY_MS = 10;

export interface EventLoopWatch {
  begin(): void;
  /** Stores what was counted last. */
  end(): void;
}

export interface EventLoopWatchParts {
  readonly metrics: Pick<MetricsStore, 'noteStops'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Counts the stops of the event loop. It looks once in each turn, from an immediate without a reference: such a one runs
 * in the loop's next turn but brings none about. A timer that is due often enough to see a stop of 50 ms would wake an
 * idle program a hundred times a second. It keeps no program alive.
 */
export function createEventLoopWatch({ metrics, clock, log }: EventLoopWatchParts): EventLoopWatch {
  let next: NodeJS.Immediate | undefined;
  let storing: NodeJS.Timeout | undefined;
  let lastActiveMs = 0;
  let cpu = { atActiveMs: 0, usedMs: 0 };
  let [count, longestMs] = [0, 0];
  const store = (): void => {
    if (count === 0) return;
    try {
      metrics.noteStops({ count, longestMs: Math.round(longestMs), atMs: clock.nowMs() });
      [count, longestMs] = [0, 0];
    } catch (error) {
      if (!isFailure(error)) throw error;
      log.warn('telemetry.failed', { error: messageOf(error) });
    }
  };
  const look = (): void => {
    const activeMs = activeNowMs();
    const turnMs = activeMs - lastActiveMs;
    lastActiveMs = activeMs;
    if (turnMs > MAX_TURN_MS) noteStop(turnMs);
    if (activeMs - cpu.atActiveMs >= CPU_EVERY_MS) cpu = { atActiveMs: activeMs, usedMs: cpuNowMs() };
  };
  const noteStop = (turnMs: number): void => {
    count += 1;
    longestMs = Math.max(longestMs, turnMs);
    // Little of its own work in a long stop: the program waited for the disk, or for a processor.
    log.info('telemetry.loop_stopped', {
      late_ms: Math.round(turnMs),
      cpu_ms: Math.round(cpuNowMs() - cpu.usedMs),
    });
  };
  const lookEachTurn = (): void => {
    look();
    next = setImmediate(lookEachTurn).unref();
  };
  return {
    begin() {
      if (storing !== undefined) return;
      lastActiveMs = activeNowMs();
      cpu = { atActiveMs: lastActiveMs, usedMs: cpuNowMs() };
      next = setImmediate(lookEachTurn).unref();
      storing = setInterval(store, STORE_EVERY_MS).unref();
    },
    end() {
      if (storing === undefined) return;
      clearImmediate(next);
      clearInterval(storing);
      storing = undefined;
      look();
      store();
    },
  };
}

/** Milliseconds that the event loop has not spent waiting for something to do since it began. */
function activeNowMs(): number {
  return performance.eventLoopUtilization().active;
}

/** Milliseconds that all threads of the program have worked since it began. */
function cpuNowMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
