import { createMetricsReader, type MetricsReader } from '../../src/features/metrics/metrics.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** The figures of this store. */
export function metricsOf({ database }: Pick<OpenStore, 'database'>): MetricsReader {
  return createMetricsReader(database);
}
