import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/failure.ts';
import type { Log } from '../base/log.ts';

const TICK_MS = 15_000;
const TAKE_OVER_MS = 60_000;
const COLLECT_MS = 5 * 60_000;

export interface HousekeepingParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Questions, paused sessions: whatever time alone moves on. */
  tick(): void;
  /** Goes on with the work of programs that are gone. */
  takeOver(): Promise<void>;
  /** Ends and forgets old processes; returns their ids. */
  collectProcesses(): Promise<readonly string[]>;
}

/** Runs until `signal` aborts. A step that fails is logged and tried again with the next. */
export async function keepHouse(
  { clock, log, tick, takeOver, collectProcesses }: HousekeepingParts,
  signal: AbortSignal,
): Promise<void> {
  let takeOverAtMs = clock.nowMs() + TAKE_OVER_MS;
  let collectAtMs = clock.nowMs() + COLLECT_MS;
  while (!signal.aborted) {
    try {
      tick();
      if (clock.nowMs() >= takeOverAtMs) {
        takeOverAtMs = clock.nowMs() + TAKE_OVER_MS;
        await takeOver();
      }
      if (clock.nowMs() >= collectAtMs) {
        collectAtMs = clock.nowMs() + COLLECT_MS;
        const processes = await collectProcesses();
        if (processes.length > 0) log.info('agent.process.gc', { processes });
      }
    } catch (error) {
      log.error('gateway.housekeeping.failed', { error: messageOf(error) });
    }
    await clock.sleep(TICK_MS, signal);
  }
}
