import type { MetricsStore } from '../contracts/metrics.ts';
import { createMetricsStore } from './metrics.ts';
import { openExisting } from './open-existing.ts';

export interface OpenMetrics extends Pick<MetricsStore, 'over'> {
  close(): void;
}

/** Opens only the metrics of an existing database. @throws Failure as `openExisting` does */
export function openMetrics(path: string): OpenMetrics {
  return openExisting(path, (database) => ({
    over: createMetricsStore(database).over,
    close: database.close,
  }));
}
