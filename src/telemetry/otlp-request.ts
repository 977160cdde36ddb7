import type { SpanRow } from '../contracts/trace.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Span } from './gathered-spans.ts';

interface EndedSpan {
  readonly span: Span;
  readonly row: SpanRow;
}

interface RequestOptions {
  readonly version: string;
  /** Whether `input` and `output` go along. */
  readonly content: boolean;
}

/** OpenTelemetry's own kinds, as OTLP numbers them. */
const INTERNAL = 1;
const CLIENT = 3;
const STATUS = { unset: 0, ok: 1, error: 2, interrupted: 2 } as const;
const NANOSECONDS = '000000';

/** The body of one OTLP/HTTP request for spans, in its JSON form: ids in hexadecimal, 64-bit numbers as text. */
export function otlpRequest(ended: readonly EndedSpan[], { version, content }: RequestOptions): JsonObject {
  const sources = grouped(ended);
  const scopeSpans = [...sources.values()].map((spans) => ({
    scope: scopeOf(spans[0]?.span, version),
    spans: spans.map((one) => spanJson(one, content)),
  }));
  const resource = {
    attributes: attributesOf({ 'service.name': 'wasap-agent', 'service.version': version }),
  };
  return { resourceSpans: [{ resource, scopeSpans }] };
}

function grouped(ended: readonly EndedSpan[]): ReadonlyMap<string, readonly EndedSpan[]> {
  const groups = new Map<string, EndedSpan[]>();
  for (const one of ended) {
    const { name } = one.span.source;
    const group = groups.get(name) ?? [];
    group.push(one);
    groups.set(name, group);
  }
  return groups;
}

function scopeOf(span: Span | undefined, version: string): JsonObject {
  const { name, version: theirs } = span?.source ?? { name: 'wasap-agent' };
  return { name, version: theirs ?? version };
}

function spanJson({ span, row }: EndedSpan, content: boolean): JsonObject {
  const said = content ? saidIn(row) : {};
  return {
    traceId: row.traceId,
    spanId: row.spanId,
    // Empty: none.
    parentSpanId: row.parentId ?? '',
    name: row.name,
    kind: span.callsOut ? CLIENT : INTERNAL,
    startTimeUnixNano: `${row.startMs}${NANOSECONDS}`,
    endTimeUnixNano: `${row.endMs ?? row.startMs}${NANOSECONDS}`,
    attributes: attributesOf({
      'wasap.kind': row.kind,
      ...errorOf(row),
      ...JSON.parse(row.attributes),
      ...said,
    }),
    status: { code: STATUS[row.status] },
  };
}

/** The fallback of OpenTelemetry's conventions, where no attribute of the span says more. */
function errorOf({ status }: SpanRow): Readonly<Record<string, Json>> {
  if (status === 'interrupted') return { 'error.type': 'interrupted' };
  return status === 'error' ? { 'error.type': '_OTHER' } : {};
}

/** By the names of OpenTelemetry's conventions for generative AI; a message that came or went has none there. */
function saidIn({ kind, input, output }: SpanRow): Readonly<Record<string, Json | undefined>> {
  switch (kind) {
    case 'tool':
      return { 'gen_ai.tool.call.arguments': input, 'gen_ai.tool.call.result': output };
    case 'agent':
      return {
        'gen_ai.input.messages': messages(input, { role: 'user' }),
        'gen_ai.output.messages': messages(output, { role: 'assistant', finish_reason: 'stop' }),
      };
    default:
      return { 'wasap.input': input, 'wasap.output': output };
  }
}

function messages(content: string | null | undefined, message: JsonObject): string | undefined {
  if (content === null || content === undefined) return undefined;
  return JSON.stringify([{ ...message, parts: [{ type: 'text', content }] }]);
}

function attributesOf(values: Readonly<Record<string, Json | undefined>>): readonly JsonObject[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: Json): JsonObject {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { stringValue: JSON.stringify(value) };
}
