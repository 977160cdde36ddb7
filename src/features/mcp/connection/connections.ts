import type { Tracer } from '../../../contracts/trace.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import { canonicalJson, type JsonObject, sha256 } from '../../../core/json.ts';
import type { Log } from '../../../core/log.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import { type Backoff, backoffMs, unlessAborted } from '../../../core/waiting.ts';
import type { McpFigures } from '../figures.ts';
import { mcpFault } from '../texts/texts.ts';
import {
  type ConnectionParts,
  type ConnectionRequest,
  connectToServer,
  type McpConnection,
} from './connection.ts';

/** A server that was not used for this long is ended; the next call starts it again. */
const IDLE_MS = 10 * MINUTE_MS;
/** How many are connected at a time. */
const MAX_OPEN = 12;
const AGAIN: Backoff = { firstMs: SECOND_MS, mostMs: 5 * MINUTE_MS };

/** `resting`: it starts when it is needed. `failing`: it failed, and is tried again at its time. */
export type ConnectionState = 'running' | 'resting' | 'failing';

/**
 * The servers that are connected now, each for the folder that it is used in. Nothing is started before it is needed.
 */
export interface McpConnections {
  /**
   * Connects if need be, and does the work.
   * @throws Failure of the connection or of the work; `unavailable` at once while a server that failed has to wait
   */
  use<Result>(
    request: ConnectionRequest,
    work: (connection: McpConnection) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
  /** In whatever folder. */
  stateOf(hash: string): ConnectionState;
  /** Ends a server in all folders, and forgets that it failed. */
  end(hash: string): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionsParts extends ConnectionParts {
  readonly clock: Pick<Clock, 'upMs'>;
  readonly log: Log;
  readonly tracer: Pick<Tracer, 'start'>;
  readonly figures: Pick<McpFigures, 'countEnd' | 'countStart'>;
}

interface Slot {
  readonly hash: string;
  readonly opening: Promise<McpConnection>;
  usedUpMs: number;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

interface FailedConnection {
  readonly hash: string;
  readonly times: number;
  readonly againUpMs: number;
  readonly why: string | Fault;
}

export function createConnections(parts: ConnectionsParts): McpConnections {
  return new OpenConnections(parts);
}

class OpenConnections implements McpConnections {
  readonly #parts: ConnectionsParts;
  readonly #slots = new Map<string, Slot>();
  readonly #failed = new Map<string, FailedConnection>();
  readonly #closing = new AbortController();

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
  }

  async use<Result>(
    request: ConnectionRequest,
    work: (connection: McpConnection) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const key = keyOf(request);
    const slot = this.#slots.get(key) ?? this.#open(key, request);
    slot.users += 1;
    clearTimeout(slot.idle);
    try {
      // Others may wait for the same start: only this one stops waiting.
      const connection = await unlessAborted(slot.opening, signal);
      if (connection === undefined) throw new Failure('stopped', mcpFault('not-waited', request.server.name));
      const result = await work(connection);
      this.#failed.delete(key);
      return result;
    } finally {
      slot.users -= 1;
      slot.usedUpMs = this.#parts.clock.upMs();
      if (slot.users === 0) slot.idle = setTimeout(() => void this.#end(key), IDLE_MS).unref();
    }
  }

  stateOf(hash: string): ConnectionState {
    if ([...this.#slots.values()].some((slot) => slot.hash === hash)) return 'running';
    return [...this.#failed.values()].some((one) => one.hash === hash) ? 'failing' : 'resting';
  }

  async end(hash: string): Promise<void> {
    for (const [key, one] of this.#failed) if (one.hash === hash) this.#failed.delete(key);
    const keys = [...this.#slots].filter(([, slot]) => slot.hash === hash).map(([key]) => key);
    await Promise.all(keys.map((key) => this.#end(key)));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#slots.keys()].map((key) => this.#end(key)));
  }

  #open(key: string, request: ConnectionRequest): Slot {
    const { server } = request;
    if (this.#closing.signal.aborted) throw new Failure('stopped', mcpFault('ending'));
    this.#assertNotTooSoon(key, server.name);
    this.#makeRoom();
    const slot: Slot = {
      hash: server.hash,
      opening: this.#connect(key, request),
      usedUpMs: this.#parts.clock.upMs(),
      users: 0,
      idle: undefined,
    };
    this.#slots.set(key, slot);
    // A caller that waits gets the failure; without one it is only counted.
    slot.opening.catch(() => this.#slots.get(key) === slot && this.#slots.delete(key));
    return slot;
  }

  async #connect(key: string, request: ConnectionRequest): Promise<McpConnection> {
    const { log, tracer, clock, figures } = this.#parts;
    const { server } = request;
    const about = { server: server.name, transport: server.transport, source: server.source };
    const span = tracer.start({ name: 'mcp.connect', kind: 'system', attributes: about });
    const fromUpMs = clock.upMs();
    try {
      const connection = await connectToServer(request, this.#parts, this.#closing.signal);
      log.info('mcp.server.start', { ...about, tookMs: Math.round(clock.upMs() - fromUpMs) });
      span.end();
      figures.countStart(server, this.#failed.has(key));
      void connection.ended.then(() => this.#ended(key, request, fromUpMs));
      return connection;
    } catch (error) {
      span.end({ failed: true });
      if (isFailure(error)) this.#noteFailure(key, request, error.fault ?? error.message);
      throw error;
    }
  }

  /** A connection that lived for a while does not count as a failed start. */
  #ended(key: string, request: ConnectionRequest, fromUpMs: number): void {
    const { log, clock, figures } = this.#parts;
    figures.countEnd();
    const slot = this.#slots.get(key);
    const livedMs = Math.round(clock.upMs() - fromUpMs);
    log.info('mcp.server.end', { server: request.server.name, livedMs, wanted: slot === undefined });
    if (slot === undefined) return;
    clearTimeout(slot.idle);
    this.#slots.delete(key);
    this.#noteFailure(key, request, mcpFault('ended-itself', request.server.name));
  }

  #noteFailure(key: string, { server }: ConnectionRequest, why: string | Fault): void {
    const { clock, log } = this.#parts;
    const times = (this.#failed.get(key)?.times ?? 0) + 1;
    // The first time it may start again at once: it was perhaps only killed.
    const waitMs = times === 1 ? 0 : backoffMs(times - 2, AGAIN);
    this.#failed.set(key, { hash: server.hash, times, againUpMs: clock.upMs() + waitMs, why });
    log.warn('mcp.server.failed', {
      server: server.name,
      times,
      waitMs,
      why: typeof why === 'string' ? why : why.in('en'),
    });
  }

  #assertNotTooSoon(key: string, name: string): void {
    const failed = this.#failed.get(key);
    const waitMs = (failed?.againUpMs ?? 0) - this.#parts.clock.upMs();
    if (failed === undefined || waitMs <= 0) return;
    const seconds = Math.ceil(waitMs / SECOND_MS);
    throw new Failure('unavailable', mcpFault('resting', name, failed.times, seconds, failed.why));
  }

  #makeRoom(): void {
    if (this.#slots.size < MAX_OPEN) return;
    const [idle] = [...this.#slots]
      .filter(([, { users }]) => users === 0)
      .toSorted(([, one], [, other]) => one.usedUpMs - other.usedUpMs);
    if (idle === undefined) throw new Failure('unavailable', mcpFault('too-many', MAX_OPEN));
    void this.#end(idle[0]);
  }

  async #end(key: string): Promise<void> {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    clearTimeout(slot.idle);
    const connection = await slot.opening.catch(() => undefined);
    await connection?.close();
  }
}

function keyOf({ server, launch, folder }: ConnectionRequest): string {
  const filled = launch.kind === 'http' ? { ...launch, url: launch.url.href } : launch;
  return sha256(canonicalJson({ hash: server.hash, folder, ...filled } as JsonObject));
}
