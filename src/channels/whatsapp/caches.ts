import type { Clock } from '../../core/clock.ts';

interface Entry {
  readonly value: unknown;
  readonly untilUpMs: number;
}

/** Implements the client's `CacheStore`. */
export interface Cache {
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
}): Cache {
  const entries = new Map<string, Entry>();
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
