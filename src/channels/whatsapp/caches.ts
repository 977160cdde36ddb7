import * as z from 'zod';
import type { Fence, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { readBinaryJson } from './binary-json.ts';

/** Implements the client's `CacheStore`. */
export interface ClientCache {
  get<T>(key: string): T | undefined;
  set<T>(key: string, value: T): void;
  del(key: string): void;
  flushAll(): void;
}

/** Values that outlive a socket but not the program. The oldest is dropped when there are more than `most`. */
export function createCache({
  clock,
  ttlMs,
  most,
}: {
  readonly clock: Pick<Clock, 'upMs'>;
  readonly ttlMs: number;
  readonly most: number;
}): ClientCache {
  const entries = new Map<string, { readonly value: unknown; readonly untilUpMs: number }>();
  return {
    get<T>(key: string) {
      const entry = entries.get(key);
      if (entry === undefined || entry.untilUpMs <= clock.upMs()) return undefined;
      return entry.value as T; // as the caller put it in
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, untilUpMs: clock.upMs() + ttlMs });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  };
}

const TYPE = 'retry-count';
const RETENTION_MS = 14 * DAY_MS;

/**
 * Counts in the store how often each message was requested again: a phone that can never read one must not get it a
 * few more times after every restart.
 */
export function createStoredRetryCounters({
  store,
  fence,
  clock,
  log,
}: {
  readonly store: WhatsAppStore;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly log: Log;
}): ClientCache {
  // If a counter cannot be written, a message may be sent once more; that is no reason to fail.
  const write = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.warn('channel.whatsapp.retry_counter.not_stored', { error: messageOf(error) });
    }
  };
  const change = (id: string, value: string | undefined): void =>
    write(() => store.auth.changeKeys(fence, [{ type: TYPE, id, value }], clock.nowMs()));
  write(() => store.auth.pruneKeys(fence, TYPE, clock.nowMs() - RETENTION_MS));
  return {
    get<T>(key: string) {
      const text = store.auth.keys(fence.account, TYPE, [key]).get(key);
      if (text === undefined) return undefined;
      const read = readBinaryJson(text, z.number());
      return 'value' in read ? (read.value as T) : undefined; // the client only keeps numbers here
    },
    set: (key, value) => change(key, JSON.stringify(value)),
    del: (key) => change(key, undefined),
    flushAll: () => undefined,
  };
}

/** They are read with every message. The client does not change the objects that it gets. */
const KEPT_TYPES = ['session', 'tctoken', 'chat-expiration'];
/** A few for each of some hundred contacts. */
const MAX_VALUES = 1000;

/**
 * Holds an account's stored keys in memory, because the client reads a contact's session three times for each answer.
 * Only the program with the account's lease writes keys, and all its connections share this.
 */
export class KnownKeys {
  readonly #values = new Map<string, unknown>();

  /** Undefined when it has to be read from the store. */
  get(type: string, id: string): unknown {
    return this.#values.get(`${type} ${id}`);
  }

  /** Call it for what was just read, or committed. */
  keep(type: string, id: string, value: unknown): void {
    if (!KEPT_TYPES.includes(type)) return;
    this.#values.delete(`${type} ${id}`);
    this.#values.set(`${type} ${id}`, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > MAX_VALUES && oldest !== undefined) this.#values.delete(oldest);
  }

  forget(type: string, id: string): void {
    this.#values.delete(`${type} ${id}`);
  }

  /** The rows are those of another device now, or another program may have written them. */
  clear(): void {
    this.#values.clear();
  }
}
