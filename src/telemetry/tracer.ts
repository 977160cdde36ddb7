import type { Span as ApiSpan, Tracer as ApiTracer, Attributes, AttributeValue } from '@opentelemetry/api';
import type { ModelSpans, OpenSpan, SpanAttribute, SpanStart, Tracer } from '../contracts/trace.ts';
import { isoTime } from '../core/clock.ts';
import { type SessionId, sessionIdOf } from '../core/ids.ts';
import { type GatheredParts, type GatheredSpan, GatheredSpans } from './gathered-spans.ts';

/** Spans of one program. */
export interface Tracing {
  readonly tracer: Tracer;
  readonly modelSpans: ModelSpans;
  /** Writes what has gathered. Never throws: what cannot be written now is kept for the next time. */
  flush(): void;
  /** Writes all that is left; what is under way stays open. */
  close(): Promise<void>;
}

export function createTracing(parts: GatheredParts): Tracing {
  const spans = new GatheredSpans(parts);
  const holders = new Map<string, OpenSpan>();
  const opened = new WeakMap<OpenSpan, GatheredSpan>();
  const spanOf = (handle: OpenSpan | undefined): GatheredSpan | undefined => handle && opened.get(handle);
  const start = (given: SpanStart): OpenSpan => {
    const span = spans.open(given, spanOf(given.parent));
    const handle = handleOf(span, spans);
    opened.set(handle, span);
    return handle;
  };
  const tracer: Tracer = {
    start,
    setSpan(name, span) {
      if (span === undefined) holders.delete(name);
      else holders.set(name, span);
    },
    spanOf: (name) => holders.get(name),
    noteCronFire({ id, schedule, kind, dueMs, outcome, session }) {
      const attributes = { 'wasap.cron.id': id, 'wasap.cron.kind': kind, 'wasap.cron.outcome': outcome };
      const input = { schedule, due: isoTime(dueMs) };
      start({ name: 'cron:fire', kind: 'system', session, input, attributes }).end({ output: { outcome } });
    },
  };
  return {
    tracer,
    modelSpans: modelSpans(spans, (name) => spanOf(holders.get(name))),
    flush: () => spans.flush(),
    close: () => spans.close(),
  };
}

function handleOf(span: GatheredSpan, spans: GatheredSpans): OpenSpan {
  return {
    set: (attributes) => void Object.assign(span.attributes, attributes),
    end: (end = {}) => spans.end(span, end),
  };
}

const CONVERSATION = 'gen_ai.conversation.id';
/** OpenTelemetry's status codes: unset, ok, error. */
const FAILED = 2;
const SAMPLED = 1;

type Spans = Pick<GatheredSpans, 'open' | 'end'>;
type HolderOf = (conversation: string) => GatheredSpan | undefined;

/**
 * Implements OpenTelemetry's tracer provider for the client library of a model: its spans are collected with our own.
 * It names the conversation of each call, which gives its place in the tree.
 * @param holderOf the span under which calls of a conversation are made
 */
function modelSpans(spans: Spans, holderOf: HolderOf): ModelSpans {
  return { getTracer: (name, version) => tracerFor({ name, version }, spans, holderOf) };
}

function tracerFor(source: GatheredSpan['source'], spans: Spans, holderOf: HolderOf): ApiTracer {
  const startSpan: ApiTracer['startSpan'] = (name, { attributes = {} } = {}) => {
    const conversation = String(attributes[CONVERSATION] ?? '');
    const holder = holderOf(conversation);
    const session: SessionId | undefined = holder?.session ?? sessionIdOf(conversation);
    const span = spans.open({ name, kind: 'agent', session }, holder, source);
    return new ModelSpan(span, spans).setAttributes(attributes);
  };
  return {
    startSpan,
    startActiveSpan: () => {
      throw new Error('a client library that starts active spans needs a context manager');
    },
  };
}

class ModelSpan implements ApiSpan {
  readonly #span: GatheredSpan;
  readonly #spans: Spans;
  #failed = false;

  constructor(span: GatheredSpan, spans: Spans) {
    this.#span = span;
    this.#spans = spans;
  }

  spanContext(): ReturnType<ApiSpan['spanContext']> {
    const { traceId, spanId } = this.#span;
    return { traceId, spanId, traceFlags: SAMPLED };
  }

  setAttribute(name: string, value: AttributeValue): this {
    const known = attributeValue(value);
    if (known !== undefined) this.#span.attributes[name] = known;
    return this;
  }

  setAttributes(attributes: Attributes): this {
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) this.setAttribute(name, value);
    return this;
  }

  setStatus({ code }: Parameters<ApiSpan['setStatus']>[0]): this {
    this.#failed = code === FAILED;
    return this;
  }

  end(): void {
    this.#spans.end(this.#span, { failed: this.#failed });
  }

  isRecording(): boolean {
    return this.#span.endMs === undefined;
  }

  /** `error.type` holds the fault; its message may quote what was sent. */
  recordException(): void {
    // Nothing more to keep.
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  updateName(): this {
    return this;
  }
}

/** Undefined for what is neither text, number nor flag, nor a list of them. */
function attributeValue(value: AttributeValue): SpanAttribute | undefined {
  if (Array.isArray(value)) return value.filter(isScalar);
  return isScalar(value) ? value : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
