import type { Keep } from '../../contracts/retention.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { inCommits } from '../../gateway/maintenance/in-batches.ts';
import type { AuditCutter } from './audit.ts';

export interface AuditTidyParts {
  readonly cutter: AuditCutter;
  readonly keep: Pick<Keep, 'auditMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Removes command records after their retention time. */
export async function cutOldAudit({ cutter, keep, clock, log }: AuditTidyParts): Promise<void> {
  const { auditMs } = keep;
  if (auditMs === undefined) return;
  const entries = await inCommits((most) => cutter.cut(clock.nowMs() - auditMs, most));
  if (entries > 0) log.info('gateway.audit.cut', { entries });
}
