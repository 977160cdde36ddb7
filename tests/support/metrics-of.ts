import type { MetricsReader } from '../../src/features/metrics/metrics.ts';
import { createMetricsReader } from '../../src/features/metrics/rows/metrics-reader.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** The figures of this store. */
export function metricsOf({ database }: Pick<OpenStore, 'database'>): MetricsReader {
  return createMetricsReader(database);
}
