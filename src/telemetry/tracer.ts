import type { ModelSpans, OpenSpan, SpanStart, Tracer } from '../contracts/trace.ts';
import { type GatheredParts, GatheredSpans, type Span } from './gathered-spans.ts';
import { modelSpans } from './model-spans.ts';

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
  const opened = new WeakMap<OpenSpan, Span>();
  const spanOf = (handle: OpenSpan | undefined): Span | undefined => handle && opened.get(handle);
  const start = (given: SpanStart): OpenSpan => {
    const span = spans.open(given, spanOf(given.parent));
    const handle = handleOf(span, spans);
    opened.set(handle, span);
    return handle;
  };
  const tracer: Tracer = {
    start,
    hold(name, span) {
      if (span === undefined) holders.delete(name);
      else holders.set(name, span);
    },
    held: (name) => holders.get(name),
    cronFired({ id, schedule, kind, dueMs, outcome, session }) {
      const attributes = { 'wasap.cron.id': id, 'wasap.cron.kind': kind, 'wasap.cron.outcome': outcome };
      const input = { schedule, due: new Date(dueMs).toISOString() };
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

function handleOf(span: Span, spans: GatheredSpans): OpenSpan {
  return {
    set: (attributes) => void Object.assign(span.attributes, attributes),
    end: (end = {}) => spans.end(span, end),
  };
}
