import type { SpanRow } from '../contracts/trace.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { backoffMs } from '../core/waiting.ts';
import type { GatheredSpan, SpanSink } from './gathered-spans.ts';

export interface OtlpOptions {
  /** Where a collector takes OTLP over HTTP; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether what was said, run and answered goes along, redacted and shortened as it is stored. */
  readonly content: boolean;
}

interface OtlpParts extends OtlpOptions {
  readonly version: string;
  /** Undefined: the program is no cell of several machines. */
  readonly cell?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

interface EndedSpan {
  readonly span: GatheredSpan;
  readonly row: SpanRow;
}

/** Spans of one request. */
const BATCH = 500;
/** While the collector is away, the oldest are lost beyond this. */
const MAX_WAITING = 5000;
const ANSWER_TIMEOUT_MS = 10_000;
/** The end of the program waits no longer than this. */
const CLOSE_TIMEOUT_MS = 2000;
const RETRY = { firstMs: 1000, mostMs: MINUTE_MS };
/** Status codes after which OTLP says to try again. */
const MAY_HELP: readonly number[] = [429, 502, 503, 504];

/**
 * Sends spans to a collector (OTLP/HTTP with JSON), in the background. An unavailable one gets them later, as long as
 * the program runs and not too many wait.
 */
export function createOtlp(parts: OtlpParts): SpanSink {
  return new Otlp(parts);
}

class Otlp implements SpanSink {
  readonly #parts: OtlpParts;
  readonly #closing = new AbortController();
  #waiting: EndedSpan[] = [];
  #sending: Promise<void> | undefined;

  constructor(parts: OtlpParts) {
    this.#parts = parts;
  }

  take(spans: readonly EndedSpan[]): void {
    const all = [...this.#waiting, ...spans];
    this.#waiting = all.slice(-MAX_WAITING);
    if (all.length > MAX_WAITING) this.#lost(all.length - MAX_WAITING, 'too many wait');
    if (this.#waiting.length > 0) this.#sending ??= this.#sendAll();
  }

  async close(): Promise<void> {
    const limit = setTimeout(() => this.#closing.abort(), CLOSE_TIMEOUT_MS);
    await this.#sending;
    clearTimeout(limit);
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closing.signal.aborted) {
      const batch = this.#waiting.splice(0, BATCH);
      const why = await this.#sendOne(batch);
      if (why !== undefined) this.#lost(batch.length, why);
    }
    this.#sending = undefined;
  }

  /** Why it was given up; undefined when it was taken. */
  async #sendOne(batch: readonly EndedSpan[]): Promise<string | undefined> {
    const { clock, version, cell, content } = this.#parts;
    const body = JSON.stringify(otlpRequest(batch, { version, cell, content }));
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#post(body);
      if (answer.kind === 'taken') return undefined;
      if (!answer.mayHelp || this.#closing.signal.aborted) return answer.why;
      await clock.sleep(backoffMs(attempt, RETRY), this.#closing.signal);
    }
  }

  async #post(body: string): Promise<PostResult> {
    const { endpoint, headers } = this.#parts;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    try {
      const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal,
        redirect: 'error',
      });
      await response.arrayBuffer();
      if (response.ok) return { kind: 'taken' };
      return { kind: 'refused', why: `HTTP ${response.status}`, mayHelp: MAY_HELP.includes(response.status) };
    } catch (error) {
      return { kind: 'refused', why: messageOf(error), mayHelp: true };
    }
  }

  #lost(count: number, why: string): void {
    this.#parts.log.warn('telemetry.otlp.lost', { count, why });
  }
}

type PostResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly why: string; readonly mayHelp: boolean };

interface RequestOptions extends Pick<OtlpParts, 'version' | 'cell'> {
  /** Whether `input` and `output` go along. */
  readonly content: boolean;
}

/** OpenTelemetry's own kinds, as OTLP numbers them. */
const INTERNAL = 1;
const CLIENT = 3;
const STATUS = { unset: 0, ok: 1, error: 2, interrupted: 2 } as const;
const NANOSECONDS = '000000';

/** The body of one OTLP/HTTP request for spans, in its JSON form: ids in hexadecimal, 64-bit numbers as text. */
function otlpRequest(ended: readonly EndedSpan[], { version, cell, content }: RequestOptions): JsonObject {
  const sources = groupBySource(ended);
  const scopeSpans = [...sources.values()].map((spans) => ({
    scope: scopeOf(spans[0]?.span, version),
    spans: spans.map((one) => spanJson(one, content)),
  }));
  const resource = {
    attributes: attributesOf({
      'service.name': 'wasap-agent',
      'service.version': version,
      ...(cell === undefined ? {} : { 'service.instance.id': cell, 'wasap.cell': cell }),
    }),
  };
  return { resourceSpans: [{ resource, scopeSpans }] };
}

function groupBySource(ended: readonly EndedSpan[]): ReadonlyMap<string, readonly EndedSpan[]> {
  const groups = new Map<string, EndedSpan[]>();
  for (const one of ended) {
    const { name } = one.span.source;
    const group = groups.get(name) ?? [];
    group.push(one);
    groups.set(name, group);
  }
  return groups;
}

function scopeOf(span: GatheredSpan | undefined, version: string): JsonObject {
  const { name, version: theirs } = span?.source ?? { name: 'wasap-agent' };
  return { name, version: theirs ?? version };
}

function spanJson({ span, row }: EndedSpan, content: boolean): JsonObject {
  const said = content ? contentAttributes(row) : {};
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
function contentAttributes({ kind, input, output }: SpanRow): Readonly<Record<string, Json | undefined>> {
  switch (kind) {
    case 'tool':
      return { 'gen_ai.tool.call.arguments': input, 'gen_ai.tool.call.result': output };
    case 'agent':
      return {
        'gen_ai.input.messages': messagesJson(input, { role: 'user' }),
        'gen_ai.output.messages': messagesJson(output, { role: 'assistant', finish_reason: 'stop' }),
      };
    default:
      return { 'wasap.input': input, 'wasap.output': output };
  }
}

function messagesJson(content: string | null | undefined, message: JsonObject): string | undefined {
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
