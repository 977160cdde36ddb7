import * as z from 'zod';
import type { SpanRow } from '../../../contracts/trace.ts';
import type { SessionId } from '../../../core/ids.ts';
import type { Database } from '../../../store/database.ts';
import { SpanOfRow } from '../../../store/telemetry.ts';

/** How many spans are shown together. */
const MAX_SPANS = 250;
/** How many runs and rounds are shown of a session with more spans than that. */
const MAX_RUNS = 50;
const MAX_ROUNDS = 200;

/** Spans that are shown together, in order of their start. Their inputs are left out. */
export interface SpanPage {
  readonly spans: readonly SpanRow[];
  /** `overview`: only runs and rounds, each of which can be asked for. */
  readonly kind: 'all' | 'overview' | 'below';
  /** How many the session has. */
  readonly count: number;
}

export interface SpanPages {
  /** @param span only this one and those below it; undefined for all, or for an overview where they are many */
  of(session: SessionId, span: string | undefined): SpanPage;
}

const COLUMNS = `trace_id AS traceId, span_id AS spanId, parent_id AS parentId, session, name, kind, start_ms AS startMs,
  end_ms AS endMs, status, NULL AS input, output, attributes`;

/** Spans of sessions in pieces that a page has room for, however long a session was. */
export function createSpanPages(database: Database): SpanPages {
  const counted = database.read(
    'SELECT count(*) AS count FROM trace_spans WHERE session = @session',
    z.object({ count: z.int() }),
  );
  const all = database.read(
    `SELECT ${COLUMNS} FROM trace_spans WHERE session = @session ORDER BY start_ms, id LIMIT ${MAX_SPANS}`,
    SpanOfRow,
  );
  const newest = (where: string, most: number) =>
    database.read(
      `SELECT ${COLUMNS} FROM trace_spans WHERE session = @session AND ${where}
       ORDER BY start_ms DESC, id DESC LIMIT ${most}`,
      SpanOfRow,
    );
  const runs = newest('parent_id IS NULL', MAX_RUNS);
  const rounds = newest("name LIKE 'agent\\_round:%' ESCAPE '\\'", MAX_ROUNDS);
  const below = database.read(
    `WITH RECURSIVE part (id) AS (
       SELECT span_id FROM trace_spans WHERE session = @session AND span_id = @span
       UNION SELECT t.span_id FROM trace_spans t JOIN part ON t.parent_id = part.id WHERE t.session = @session
       LIMIT ${MAX_SPANS})
     SELECT ${COLUMNS} FROM trace_spans WHERE span_id IN (SELECT id FROM part) ORDER BY start_ms, id`,
    SpanOfRow,
  );
  return {
    of(session, span) {
      const count = counted.get({ session })?.count ?? 0;
      if (span !== undefined) return { spans: below.all({ session, span }), kind: 'below', count };
      if (count <= MAX_SPANS) return { spans: all.all({ session }), kind: 'all', count };
      const spans = [...runs.all({ session }), ...rounds.all({ session })];
      return { spans: spans.sort((one, other) => one.startMs - other.startMs), kind: 'overview', count };
    },
  };
}
