import { Cron } from 'croner';
import { type CronFields, patternOf } from './cron-fields.ts';

/**
 * How far ahead a run is looked for. Anything that comes at all comes within forty years (a 29 February that is a
 * certain day of the week), and three of them in ninety; a search without an end would take seconds.
 */
const YEARS_AHEAD = 130;

/**
 * The next runs of cron fields, in milliseconds since 1970, each later than the one before and than `fromMs`; fewer
 * than `count` where the next 130 years hold no more.
 * - A fixed time that clocks jump over is at the first instant after the jump, if that is on the same day; one that
 *   they show twice is at the first of the two.
 * - Several times of an hour or a day are as the clocks show them: none in a jump, each twice where clocks go back.
 * - Day of month and day of week both set: either is enough.
 */
export function cronRuns(
  { fields, timezone }: { readonly fields: CronFields; readonly timezone: string },
  fromMs: number,
  count: number,
): readonly number[] {
  const from = new Date(fromMs);
  // The year before, because clocks of the zone may still show it.
  const firstYear = Math.max(1, from.getUTCFullYear() - 1);
  const pattern = patternOf(fields, firstYear, Math.min(9999, firstYear + YEARS_AHEAD));
  const cron = new Cron(pattern, { timezone, mode: '7-part', paused: true });
  return cron.nextRuns(count, from).map((run) => run.getTime());
}
