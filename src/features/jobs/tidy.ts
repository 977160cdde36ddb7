import type { Keep } from '../../contracts/retention.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { inBatches } from '../../gateway/maintenance/in-batches.ts';
import type { JobStore } from './job.ts';

export interface JobTidyParts {
  readonly rows: Pick<JobStore, 'forget'>;
  readonly keep: Pick<Keep, 'sessionsMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Forgets jobs as long after they were requested as sessions are kept. */
export async function removeOldJobs({ rows, keep, clock, log }: JobTidyParts): Promise<void> {
  if (keep.sessionsMs === undefined) return;
  const beforeMs = clock.nowMs() - keep.sessionsMs;
  const count = await inBatches((most) => rows.forget(beforeMs, most));
  if (count > 0) log.info('gateway.jobs.removed', { count });
}
