/** Calls `work` at every full minute until the returned function is called. */
export type EveryMinute = (work: () => void) => Promise<() => Promise<void>>;

/** Calls `work` at every full five minutes, one call at a time, until the returned function is called. */
export type EveryFiveMinutes = (work: () => Promise<void>) => Promise<() => Promise<void>>;

export interface MaintenanceTimer {
  readonly everyFiveMinutes: EveryFiveMinutes;
  readonly everyMinute: EveryMinute;
}

export const maintenanceTimer: MaintenanceTimer = {
  everyFiveMinutes: (work) => every('*/5 * * * *', work),
  everyMinute: (work) => every('* * * * *', async () => work()),
};

/**
 * Loads node-cron when it is called, because loading it would slow the start. UTC: in a repeated hour it would pause.
 */
async function every(expression: string, work: () => Promise<void>): Promise<() => Promise<void>> {
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
