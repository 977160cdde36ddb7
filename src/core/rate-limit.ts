import type { Clock } from './clock.ts';

/** Names that are remembered at most; the oldest is forgotten first. */
const MAX_NAMES = 1000;

export interface Rate {
  /** Requests at once. */
  readonly burst: number;
  /** Requests that come back in a second. */
  readonly perSecond: number;
}

/** How often something may happen, counted by name. */
export interface RateLimit {
  /** False when it is one too many. */
  take(name: string): boolean;
}

/** A bucket of tokens for each name, which fills again evenly. */
export function createRateLimit({ burst, perSecond }: Rate, clock: Pick<Clock, 'upMs'>): RateLimit {
  const buckets = new Map<string, { readonly left: number; readonly atMs: number }>();
  return {
    take(name) {
      const atMs = clock.upMs();
      const before = buckets.get(name) ?? { left: burst, atMs };
      const left = Math.min(burst, before.left + ((atMs - before.atMs) / 1000) * perSecond);
      // Set anew, so that the order of the map is the order of use.
      buckets.delete(name);
      buckets.set(name, { left: left < 1 ? left : left - 1, atMs });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_NAMES && oldest !== undefined) buckets.delete(oldest);
      return left >= 1;
    },
  };
}
