import type { Feature } from '../../contracts/feature.ts';
import type { RetentionTimes } from '../../contracts/maintenance.ts';
import type { TraceStore } from '../../contracts/trace.ts';
import type { WebPage } from '../../contracts/web-page.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { once } from '../../core/memoize.ts';
import type { ReadableTasks } from '../../gateway/people/readable-task.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Database } from '../../store/database.ts';
import { repeatInCommits } from '../../store/repeat-in-commits.ts';
import { createSpanPages } from './span-tree.ts';

export interface TracingParts {
  readonly store: { readonly traces: Pick<TraceStore, 'deleteOld'> };
  readonly keep: Pick<RetentionTimes, 'tracesMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

interface TracingFeatureParts extends Omit<TracingParts, 'keep'>, Pick<ReadableTasks, 'visitors'> {
  readonly store: TracingParts['store'] & ReadableTasks['store'];
  readonly database: Database;
  readonly settings: Pick<Settings, 'keep'>;
}

/** The retention of spans, and their page. They are recorded in `telemetry/`, and shown in a terminal by `cli/`. */
export function tracingFeature(parts: TracingFeatureParts): Feature {
  const { store, settings, clock, log } = parts;
  const { keep } = settings;
  return {
    name: 'tracing',
    pages: [tracePage(parts)],
    tidy: () => removeOldSpans({ store, keep, clock, log }),
  };
}

function tracePage({ store, visitors, database }: TracingFeatureParts): WebPage {
  const spans = once(() => createSpanPages(database));
  return {
    path: '/tasks/:id/trace',
    async load() {
      const { traceView } = await import('./pages/trace.tsx');
      return traceView({ store, visitors, spans: spans() });
    },
  };
}

/** Removes spans after their retention time. */
export async function removeOldSpans({ store, keep, clock, log }: TracingParts): Promise<void> {
  const { tracesMs } = keep;
  if (tracesMs === undefined) return;
  const count = await repeatInCommits((most) => store.traces.deleteOld(clock.nowMs() - tracesMs, most));
  if (count > 0) log.info('tracing.removed', { count });
}
