import * as z from 'zod';
import type { SpanRow } from '../../contracts/trace.ts';
import type { SessionId } from '../../core/ids.ts';
import { formatTokens } from '../../core/texts/format.ts';
import type { Database } from '../../store/database.ts';
import { SpanOfRow } from '../../store/telemetry.ts';

/** A span with its place in the tree of its session. */
export interface TreeRow {
  readonly span: SpanRow;
  /** Text before its name: the branches of the tree. */
  readonly lead: string;
  /** The span at the top of its branch: all of it is drawn on its scale. */
  readonly top: SpanRow;
}

/** Spans without their parent (it was lost, or its trace began elsewhere) are at the top. */
export function treeRows(spans: readonly SpanRow[]): readonly TreeRow[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const below = new Map<string, SpanRow[]>();
  for (const span of spans) {
    const { parentId = '' } = span;
    const parent = known.has(parentId) ? parentId : '';
    below.set(parent, [...(below.get(parent) ?? []), span]);
  }
  const walk = (span: SpanRow, lead: string, rest: { top: SpanRow; indent: string }): readonly TreeRow[] => {
    const children = below.get(span.spanId) ?? [];
    const own: TreeRow = { span, lead, top: rest.top };
    return [
      own,
      ...children.flatMap((child, at) => {
        const isLast = at === children.length - 1;
        const indent = `${rest.indent}${isLast ? '  ' : '│ '}`;
        return walk(child, `${rest.indent}${isLast ? '└ ' : '├ '}`, { top: rest.top, indent });
      }),
    ];
  };
  return (below.get('') ?? []).flatMap((top) => walk(top, '', { top, indent: '' }));
}

const Details = z.looseObject({
  exit_code: z.number().nullish(),
  decision: z.string().nullish(),
  state: z.string().nullish(),
  outcome: z.string().nullish(),
  result: z.string().nullish(),
});
const Usage = z.looseObject({
  'gen_ai.usage.input_tokens': z.number().nullish(),
  'gen_ai.usage.output_tokens': z.number().nullish(),
});

/** Its name with the most important facts about how it went. */
export function spanTitle({ name, status, output, attributes }: SpanRow): string {
  const mark = status === 'error' ? '✗ ' : '';
  const { exit_code, decision, state, outcome, result } = Details.safeParse(parseJson(output)).data ?? {};
  const usage = Usage.safeParse(parseJson(attributes)).data ?? {};
  const [input, written] = [usage['gen_ai.usage.input_tokens'], usage['gen_ai.usage.output_tokens']];
  const tokens = typeof input === 'number' && `${formatTokens(input)}→${formatTokens(written ?? 0)}`;
  const fact = [exit_code, decision ?? outcome ?? result ?? state, tokens || undefined].find(
    (one) => one !== undefined && one !== null,
  );
  return fact === undefined ? `${mark}${name}` : `${mark}${name} · ${fact}`;
}

/** Our own JSON, cut texts included. */
function parseJson(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}

/** A part of a scale of so many steps, which has at least one. */
interface BarRange {
  readonly from: number;
  readonly length: number;
}

/**
 * The place of a span on the scale of the top of its branch: otherwise a person who answers after two days would make
 * all other spans invisible. An open span has no end to draw.
 */
export function barRange(
  { startMs, endMs }: SpanRow,
  { top, width, nowMs }: { readonly top: SpanRow; readonly width: number; readonly nowMs: number },
): BarRange {
  const all = Math.max(1, (top.endMs ?? nowMs) - top.startMs);
  const column = (ms: number): number =>
    Math.min(width, Math.max(0, Math.round(((ms - top.startMs) / all) * width)));
  const from = Math.min(column(startMs), width - 1);
  return { from, length: endMs === undefined ? 1 : Math.max(1, column(endMs) - from) };
}

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
