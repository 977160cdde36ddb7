import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';

/** Calls `work` at every full minute until the returned function is called. */
export type EveryMinute = (work: () => void) => Promise<() => Promise<void>>;

/** Calls `work` at every full five minutes, one call at a time, until the returned function is called. */
export type EveryFiveMinutes = (work: () => Promise<void>) => Promise<() => Promise<void>>;

export interface MaintenanceParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly everyFiveMinutes: EveryFiveMinutes;
  /** Advances questions and paused sessions whose time has come. */
  tick(): void;
  /** Completes the records of background commands that have ended. */
  recordEnds(): Promise<void>;
  /** Continues the work of programs that have ended. */
  takeOver(): Promise<void>;
  /** Removes old rows and ends commands that are too old. */
  sweep(): Promise<void>;
}

const TICK_MS = 15_000;
const TAKE_OVER_MS = MINUTE_MS;

/** Runs until `signal` aborts. A step that fails is logged and tried again with the next. */
export async function runMaintenance(parts: MaintenanceParts, signal: AbortSignal): Promise<void> {
  const { clock, tick, recordEnds, takeOver, sweep } = parts;
  let takeOverUpMs = clock.upMs() + TAKE_OVER_MS;
  let sweeping: Promise<void> = Promise.resolve();
  let stopSweeping: (() => Promise<void>) | undefined;
  while (!signal.aborted) {
    await runStep(parts, async () => tick());
    await runStep(parts, recordEnds);
    if (clock.upMs() >= takeOverUpMs) {
      takeOverUpMs = clock.upMs() + TAKE_OVER_MS;
      await runStep(parts, takeOver);
    }
    await clock.sleep(TICK_MS, signal);
    if (signal.aborted) break;
    // Not at the start: nothing is old yet, and it would delay the start.
    await runStep(parts, async () => {
      stopSweeping ??= await parts.everyFiveMinutes(() => {
        sweeping = runStep(parts, sweep);
        return sweeping;
      });
    });
  }
  await stopSweeping?.();
  await sweeping;
  await runStep(parts, recordEnds);
}

async function runStep({ log }: MaintenanceParts, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.error('gateway.maintenance.failed', { error: messageOf(error) });
  }
}

interface MaintenanceTimer {
  readonly everyFiveMinutes: EveryFiveMinutes;
  readonly everyMinute: EveryMinute;
}

export const maintenanceTimer: MaintenanceTimer = {
  everyFiveMinutes: (work) => scheduleWork('*/5 * * * *', work),
  everyMinute: (work) => scheduleWork('* * * * *', async () => work()),
};

/**
 * Loads node-cron when it is called, because loading it would slow the start. UTC: in a repeated hour it would pause.
 */
async function scheduleWork(expression: string, work: () => Promise<void>): Promise<() => Promise<void>> {
  const { schedule } = await import('node-cron');
  const options = { timezone: 'UTC', noOverlap: true, suppressMissedWarning: true, logger: SILENT };
  const task = schedule(expression, work, options);
  return async () => task.destroy();
}

/** Its own output is not useful: the next call makes up for a missed one. */
const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};
