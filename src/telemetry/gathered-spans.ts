import { randomBytes } from 'node:crypto';
import type {
  SpanAttribute,
  SpanEnd,
  SpanKind,
  SpanRow,
  SpanStart,
  SpanStatus,
  TraceStore,
} from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import type { SessionId } from '../core/ids.ts';
import { isJsonObject, type Json, sha256 } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { shorten } from '../core/text.ts';

/** A span as it is gathered. `source`: who made it; `callsOut`: it is a request to another machine. */
export interface GatheredSpan
  extends Pick<SpanRow, 'traceId' | 'spanId' | 'parentId' | 'session' | 'startMs'> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly source: { readonly name: string; readonly version?: string | undefined };
  readonly callsOut: boolean;
  readonly input: Json | undefined;
  readonly attributes: Record<string, SpanAttribute>;
  /** See `Clock.upMs`: how long it took is no matter of the clock, which may be set meanwhile. */
  readonly startUpMs: number;
  output: Json | undefined;
  endMs: number | undefined;
  status: SpanStatus;
}

/** Takes spans that have ended, with what was stored of them. Never throws. */
export interface SpanSink {
  take(spans: readonly { readonly span: GatheredSpan; readonly row: SpanRow }[]): void;
  /** Waits a moment for what is on its way. */
  close(): Promise<void>;
}

export interface GatheredParts {
  readonly store: TraceStore;
  readonly clock: Clock;
  readonly log: Log;
  redact(text: string): string;
  /** In addition to the store. */
  readonly sink?: SpanSink | undefined;
}

/** Spans wait so long for others, in milliseconds; the end of a run does not. */
const GATHER_MS = 3000;
const END_MS = 200;
/** Rows of one commit: everything else gets its turn in between. */
const BATCH = 40;
const STOCK_BYTES = 1024;
/** While nothing can be written, the oldest are lost beyond this. */
const MAX_KEPT = 5000;

const OWN = { name: 'wasap-agent' } as const;

/** The spans that are not written yet. */
export class GatheredSpans {
  readonly #parts: GatheredParts;
  readonly #unwritten = new Set<GatheredSpan>();
  /** Sessions whose earlier spans are settled; those in `#takenUp` will be with the next commit. */
  readonly #known = new Set<SessionId>();
  #takenUp: SessionId[] = [];
  readonly #ids = new IdStock();
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;
  #lost = 0;
  #isClosed = false;

  constructor(parts: GatheredParts) {
    this.#parts = parts;
  }

  /** @param source who makes it, when that is not this program */
  open(
    given: SpanStart,
    parent: GatheredSpan | undefined,
    source: GatheredSpan['source'] = OWN,
  ): GatheredSpan {
    const session = given.session ?? parent?.session;
    const [nowMs, upMs] = [this.#parts.clock.nowMs(), this.#parts.clock.upMs()];
    const { startMs = nowMs } = given;
    const span: GatheredSpan = {
      traceId: parent?.traceId ?? (session === undefined ? this.#ids.take(32) : traceOf(session)),
      spanId: this.#ids.take(16),
      parentId: parent?.spanId,
      session,
      name: given.name,
      kind: given.kind,
      source,
      callsOut: source !== OWN,
      startMs,
      startUpMs: upMs - Math.max(0, nowMs - startMs),
      endMs: undefined,
      status: 'unset',
      input: given.input,
      output: undefined,
      attributes: { ...given.attributes },
    };
    if (span.kind === 'agent' && parent === undefined && session !== undefined) this.#takeUp(session);
    this.#add(span, GATHER_MS);
    return span;
  }

  end(span: GatheredSpan, { output, attributes, failed = false, endMs }: SpanEnd): void {
    if (span.endMs !== undefined) return;
    Object.assign(span.attributes, attributes);
    span.output = output;
    span.status = failed ? 'error' : 'ok';
    const lastedMs = Math.round(this.#parts.clock.upMs() - span.startUpMs);
    span.endMs = Math.max(span.startMs, endMs ?? span.startMs + lastedMs);
    const isRun = span.kind === 'agent' && span.parentId === undefined;
    this.#add(span, isRun ? END_MS : GATHER_MS);
  }

  flush(): void {
    this.#cancelTimer();
    while (this.#unwritten.size > 0 && this.#writeSome());
    if (this.#unwritten.size > 0) this.#schedule(GATHER_MS);
  }

  async close(): Promise<void> {
    this.flush();
    this.#isClosed = true;
    this.#cancelTimer();
    await this.#parts.sink?.close();
  }

  /** The first run of a session in this program: spans of an earlier one that were open have been cut off. */
  #takeUp(session: SessionId): void {
    if (this.#known.has(session)) return;
    this.#known.add(session);
    this.#takenUp.push(session);
  }

  #add(span: GatheredSpan, withinMs: number): void {
    // At the end again, so that parents come before their children.
    this.#unwritten.delete(span);
    this.#unwritten.add(span);
    const [oldest] = this.#unwritten;
    if (this.#unwritten.size > MAX_KEPT && oldest !== undefined) {
      this.#unwritten.delete(oldest);
      this.#lost += 1;
    }
    this.#schedule(withinMs);
  }

  #schedule(withinMs: number): void {
    const dueMs = performance.now() + withinMs;
    if (this.#isClosed || (this.#timer !== undefined && this.#dueMs <= dueMs)) return;
    this.#cancelTimer();
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => this.#writeInTurn(), withinMs);
    this.#timer.unref();
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** One batch each time round the event loop. */
  #writeInTurn(): void {
    this.#timer = undefined;
    if (!this.#writeSome()) this.#schedule(GATHER_MS);
    else if (this.#unwritten.size > 0) this.#schedule(0);
  }

  /** False when nothing could be written; everything is then kept. */
  #writeSome(): boolean {
    const { store, log, redact, sink } = this.#parts;
    const some = firstOf(this.#unwritten, BATCH);
    const written = some.map((span) => ({ span, row: rowOf(span, redact) }));
    try {
      store.write(
        written.map(({ row }) => row),
        this.#takenUp,
      );
    } catch (error) {
      log.warn('telemetry.spans.kept', { count: this.#unwritten.size, error: messageOf(error) });
      return false;
    }
    for (const span of some) this.#unwritten.delete(span);
    this.#takenUp = [];
    if (this.#lost > 0) log.warn('telemetry.spans.lost', { count: this.#lost });
    this.#lost = 0;
    sink?.take(written.filter(({ span }) => span.endMs !== undefined));
    return true;
  }
}

function firstOf<T>(all: Iterable<T>, most: number): readonly T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.length === most) break;
    first.push(one);
  }
  return first;
}

/** The same in every program that ever works on it. */
function traceOf(session: SessionId): string {
  return sha256(`trace of ${session}`).slice(0, 32);
}

/** Ids are drawn in stock: one at a time costs more than the span itself. */
class IdStock {
  #digits = '';

  take(digits: number): string {
    if (this.#digits.length < digits) this.#digits = randomBytes(STOCK_BYTES).toString('hex');
    const id = this.#digits.slice(0, digits);
    this.#digits = this.#digits.slice(digits);
    return id;
  }
}

function rowOf(span: GatheredSpan, redact: (text: string) => string): SpanRow {
  const { traceId, spanId, parentId, session, name, kind, startMs, endMs, status } = span;
  const json = (value: Json | undefined) => (value === undefined ? undefined : redactJson(value, redact));
  return {
    traceId,
    spanId,
    parentId,
    session,
    // The others are of this program and of the client library.
    name: kind === 'tool' ? redact(name) : name,
    kind,
    startMs,
    endMs,
    status,
    input: json(span.input),
    output: json(span.output),
    attributes: redactJson(span.attributes, redact),
  };
}

/** Longest text in it, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 1000;
const MAX_LENGTH = 8000;
const MAX_ENTRIES = 30;
const MAX_DEPTH = 6;

/**
 * Looked at beyond what is kept: a secret that begins within the limit has to be seen whole to be recognised. The
 * longest are private keys of about 3,000 characters.
 */
const MARGIN = 6000;

/** One short line is as well looked through with everything else: in JSON it is the same. */
const PLAIN = /^[^\n\r\\"]{0,300}$/;

type SpanRedactor = (text: string) => string;

/** A value as JSON that may be kept: secrets taken out, long texts and lists cut. Always valid JSON. */
function redactJson(value: Json, redact: SpanRedactor): string {
  const text = JSON.stringify(reduceJson(value, redact, 0));
  const shown = redact(text);
  // A secret may be recognised only beside the name of its field; what hides it there may not be JSON any more.
  if (shown.length <= MAX_LENGTH && (shown === text || isJson(shown))) return shown;
  return JSON.stringify({ cut: shorten(shown, MAX_LENGTH / 2) });
}

/** One text for a person or an attribute. */
function redactText(text: string, redact: SpanRedactor, most = MAX_TEXT_LENGTH): string {
  return shorten(redact(text.length > most + MARGIN ? text.slice(0, most + MARGIN) : text), most);
}

function reduceJson(value: Json, redact: SpanRedactor, depth: number): Json {
  if (typeof value === 'string') return PLAIN.test(value) ? value : redactText(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '...';
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((item) => reduceJson(item, redact, depth + 1));
    return value.length > MAX_ENTRIES ? [...kept, `... ${value.length - MAX_ENTRIES} more`] : kept;
  }
  if (!isJsonObject(value)) return null;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, item]) => [name, reduceJson(item, redact, depth + 1)]));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
