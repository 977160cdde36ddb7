import type { MetricsStore } from '../contracts/metrics.ts';
import { once } from '../core/once.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import type { Database } from './database.ts';

/** How long rows about minutes with stalls are kept. */
const STOPS_KEPT_MS = 90 * DAY_MS;

export function createMetricsStore(database: Database): MetricsStore {
  const note = once(() =>
    database.write('INSERT INTO loop_detections (session, action, at_ms) VALUES (@session, @action, @atMs)'),
  );
  const addStops = once(() =>
    database.write(`INSERT INTO event_loop_stops (minute_ms, count, longest_ms) VALUES (@minuteMs, @count, @longestMs)
      ON CONFLICT (minute_ms) DO UPDATE SET count = count + excluded.count, longest_ms = max(longest_ms, excluded.longest_ms)`),
  );
  const dropStops = once(() => database.write('DELETE FROM event_loop_stops WHERE minute_ms < @beforeMs'));
  return {
    noteLoop: (loop) => void note().run(loop),
    noteStops: ({ count, longestMs, atMs }) =>
      database.unflushed(() => {
        dropStops().run({ beforeMs: atMs - STOPS_KEPT_MS });
        addStops().run({ minuteMs: atMs - (atMs % MINUTE_MS), count, longestMs });
      }),
  };
}
