import type { Clock } from '../../../core/clock.ts';
import { MINUTE_MS } from '../../../core/time.ts';

/** At most so many in a minute for each key; few keys, each of which is known here. */
export interface RateLimit {
  /** False: it is one too many. */
  take(key: string): boolean;
}

/** A bucket that fills again evenly: after a pause as many may come at once as in a minute. */
export function createRateLimit(perMinute: number, { upMs }: Pick<Clock, 'upMs'>): RateLimit {
  const buckets = new Map<string, { left: number; atUpMs: number }>();
  return {
    take(key) {
      const now = upMs();
      const bucket = buckets.get(key) ?? { left: perMinute, atUpMs: now };
      const left = Math.min(perMinute, bucket.left + ((now - bucket.atUpMs) / MINUTE_MS) * perMinute);
      const isTaken = left >= 1;
      buckets.set(key, { left: isTaken ? left - 1 : left, atUpMs: now });
      return isTaken;
    },
  };
}
