/** Calls `work` at every full five minutes, one call at a time, until the returned function is called. */
export type EveryFiveMinutes = (work: () => Promise<void>) => Promise<() => Promise<void>>;

/** Loads node-cron when it is called, which costs a start too much. UTC: in an hour that comes twice it would pause. */
export const everyFiveMinutes: EveryFiveMinutes = async (work) => {
  const { schedule } = await import('node-cron');
  const options = { timezone: 'UTC', noOverlap: true, suppressMissedWarning: true, logger: SILENT };
  const task = schedule('*/5 * * * *', work, options);
  return async () => task.destroy();
};

/** What it would print belongs to nobody: the next five minutes make up for a missed call. */
const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};
