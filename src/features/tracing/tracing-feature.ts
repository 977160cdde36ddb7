import type { Feature } from '../../contracts/feature.ts';
import type { Keep } from '../../contracts/retention.ts';
import type { TraceStore } from '../../contracts/trace.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { inCommits } from '../../gateway/maintenance/in-batches.ts';

export interface TracingParts {
  readonly store: { readonly traces: Pick<TraceStore, 'empty'> };
  readonly keep: Pick<Keep, 'tracesMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** The retention of spans. Who takes them: `telemetry/`; who shows them: `cli/`. */
export function tracingFeature(parts: TracingParts): Feature {
  return { name: 'tracing', tidy: () => removeOldSpans(parts) };
}

/** Removes spans after their retention time. */
export async function removeOldSpans({ store, keep, clock, log }: TracingParts): Promise<void> {
  const { tracesMs } = keep;
  if (tracesMs === undefined) return;
  const count = await inCommits((most) => store.traces.empty(clock.nowMs() - tracesMs, most));
  if (count > 0) log.info('gateway.traces.removed', { count });
}
