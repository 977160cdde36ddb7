import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { DAY_MS } from '../../core/time.ts';
import { inBatches } from '../../gateway/maintenance/in-batches.ts';
import type { CronStore } from './cron.ts';

/** A deletion can be taken back for ten minutes, and its cron is kept a day for people who ask what became of it. */
const KEEP_DELETED_MS = DAY_MS;
const KEEP_ENDED_MS = 7 * DAY_MS;

interface TidyParts {
  readonly rows: Pick<CronStore, 'removeOld'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Forgets crons that are long over. */
export async function removeOldCrons({ rows, clock, log }: TidyParts): Promise<void> {
  const nowMs = clock.nowMs();
  const old = { deletedMs: nowMs - KEEP_DELETED_MS, endedMs: nowMs - KEEP_ENDED_MS };
  const count = await inBatches((most) => rows.removeOld(old, most));
  if (count > 0) log.info('cron.removed', { count });
}
