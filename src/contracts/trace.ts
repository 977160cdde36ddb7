import type { TracerProvider } from '@opentelemetry/api';
import type { SessionId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';

/** Kind of a span in the specification; not OpenTelemetry's span kind. */
export type SpanKind = 'tool' | 'agent' | 'system' | 'user';

/** Names, numbers and flags, never people's texts: they may leave the machine (see `SpanStart.input`). */
export type SpanAttributes = Readonly<Record<string, SpanAttribute>>;
export type SpanAttribute = string | number | boolean | readonly (string | number | boolean)[];

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** All spans of a session form one trace, in any program; without a session, the span begins a trace of its own. */
  readonly session?: SessionId | undefined;
  /** Missing for the root of a trace. */
  readonly parent?: OpenSpan | undefined;
  /** The present time when missing. */
  readonly startMs?: number;
  /**
   * Texts are permitted: redacted and shortened before they are stored, and sent elsewhere only if a setting permits
   * it.
   */
  readonly input?: Json;
  readonly attributes?: SpanAttributes;
}

export interface SpanEnd {
  /** As `SpanStart.input`. */
  readonly output?: Json;
  readonly attributes?: SpanAttributes;
  readonly failed?: boolean;
  /** The present time when missing. */
  readonly endMs?: number;
}

export interface OpenSpan {
  /** Adds attributes. */
  set(attributes: SpanAttributes): void;
  /** Only the first call counts. */
  end(end?: SpanEnd): void;
}

/** A scheduled task that was due. */
export interface CronFire {
  readonly id: string;
  /** As it was written: `0 9 * * 1-5`. */
  readonly schedule: string;
  readonly kind: string;
  readonly dueMs: number;
  /** Its result: `started`, `skipped`, `failed` */
  readonly outcome: string;
  /** The session that it started. */
  readonly session?: SessionId | undefined;
}

/**
 * Spans of the program's work. They are collected in memory and written together, a few seconds later or when the
 * program ends in order: a kill loses the last seconds of them, never anything else. Nothing here throws or waits.
 */
export interface Tracer {
  start(span: SpanStart): OpenSpan;
  /**
   * From now on `span` is the parent of work for this session; for model calls `ModelRequest.sessionId` names it.
   */
  setSpan(session: string, span: OpenSpan | undefined): void;
  /** Undefined while nothing of it runs here. */
  spanOf(session: string): OpenSpan | undefined;
  noteCronFire(fire: CronFire): void;
}

/** Receives the spans of a model's client library. */
export type ModelSpans = TracerProvider;

export type SpanStatus = 'unset' | 'ok' | 'error' | 'interrupted';

/** A span as it is stored. */
export interface SpanRow {
  /** 32 hexadecimal digits, 16 for a span. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly session: SessionId | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startMs: number;
  /** Undefined when it was still open at the last write. */
  readonly endMs: number | undefined;
  /** `interrupted`: its program has ended, and another one took over the session. */
  readonly status: SpanStatus;
  /** JSON, redacted and shortened. */
  readonly input: string | undefined;
  readonly output: string | undefined;
  /** A JSON object. */
  readonly attributes: string;
}

export interface TraceStore {
  /**
   * Writes spans, replacing open ones, in one commit that is not waited for. `takenUp`: sessions whose spans of
   * earlier programs end here.
   */
  write(spans: readonly SpanRow[], takenUp: readonly SessionId[]): void;
  /** In order of their start. */
  listOfSession(session: SessionId): readonly SpanRow[];
  /** Deletes up to `most` spans that began before then. Returns how many. */
  deleteOld(beforeMs: number, most: number): number;
}
