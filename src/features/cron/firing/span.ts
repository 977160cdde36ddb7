import type { Tracer } from '../../../contracts/trace.ts';
import type { SessionId } from '../../../core/ids.ts';
import type { CronRecord } from '../cron.ts';

/** What became of a run: one span, in the trace of the task that came of it, if any. */
export function traceFire(
  { id, schedule, kind }: Pick<CronRecord, 'id' | 'schedule' | 'kind'>,
  fire: { readonly dueMs: number; readonly outcome: string; readonly session?: SessionId | undefined },
  tracer: Pick<Tracer, 'cronFired'>,
): void {
  tracer.cronFired({ id: String(id), schedule, kind, ...fire });
}
