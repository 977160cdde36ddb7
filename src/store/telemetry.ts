import * as z from 'zod';
import type { MetricsStore } from '../contracts/maintenance.ts';
import type { SpanRow, TraceStore } from '../contracts/trace.ts';
import { DAY_MS, MINUTE_MS } from '../core/clock.ts';
import { once } from '../core/memoize.ts';
import { id, optionalInt, optionalText } from './columns.ts';
import type { Database } from './database.ts';

/** A row of `trace_spans`, whichever statement reads it. */
export const SpanOfRow: z.ZodType<SpanRow> = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentId: optionalText,
  session: id<'session'>()
    .nullable()
    .transform((value) => value ?? undefined),
  name: z.string(),
  kind: z.enum(['tool', 'agent', 'system', 'user']),
  startMs: z.int(),
  endMs: optionalInt,
  status: z.enum(['unset', 'ok', 'error', 'interrupted']),
  input: optionalText,
  output: optionalText,
  attributes: z.string(),
});

/** Its statements are prepared on first use: the first spans are written after the first request. */
export function createTraceStore(database: Database): TraceStore {
  const statements = once(() => statementsOf(database));
  return {
    write(spans, takenUp) {
      const { put, interrupt } = statements();
      database.unflushed(() => {
        for (const session of takenUp) interrupt.run({ session });
        for (const span of spans) put.run({ ...span });
      });
    },
    listOfSession: (session) => statements().ofSession.all({ session }),
    deleteOld: (beforeMs, most) => statements().empty.run({ beforeMs, most }).changes,
  };
}

function statementsOf(database: Database) {
  return {
    // A session may have been deleted meanwhile: its spans are dropped without delaying others.
    put: database.write(`
      INSERT INTO trace_spans (trace_id, span_id, parent_id, session, name, kind, start_ms, end_ms, status, input,
        output, attributes)
      SELECT @traceId, @spanId, @parentId, @session, @name, @kind, @startMs, @endMs, @status, @input, @output, @attributes
      WHERE @session IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = @session)
      ON CONFLICT (span_id) DO UPDATE SET end_ms = excluded.end_ms, status = excluded.status,
        output = excluded.output, attributes = excluded.attributes`),
    interrupt: database.write(`
      UPDATE trace_spans SET status = 'interrupted' WHERE session = @session AND end_ms IS NULL`),
    ofSession: database.read(
      `SELECT trace_id AS traceId, span_id AS spanId, parent_id AS parentId, session, name, kind, start_ms AS startMs,
         end_ms AS endMs, status, input, output, attributes
       FROM trace_spans WHERE session = @session ORDER BY start_ms, id`,
      SpanOfRow,
    ),
    empty: database.write(`
      DELETE FROM trace_spans WHERE id IN (
        SELECT id FROM trace_spans WHERE start_ms < @beforeMs ORDER BY start_ms LIMIT @most)`),
  };
}

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
