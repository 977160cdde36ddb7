import { openExisting } from '../../../store/open-existing.ts';
import type { MetricsReader } from '../metrics.ts';
import { createMetricsReader } from './metrics-reader.ts';

export interface OpenMetrics extends Pick<MetricsReader, 'over'> {
  close(): void;
}

/** Opens only the metrics of an existing database. @throws Failure as `openExisting` does */
export function openMetrics(path: string): OpenMetrics {
  return openExisting(path, (database) => ({
    over: createMetricsReader(database).over,
    close: database.close,
  }));
}
