import { setV8Flag } from '../../core/v8-flags.ts';

/**
 * Keeps V8 from enlarging its young generation further. At 16 MB one collection of it copies for up to 25 ms, and
 * together with a full one in the same task that is a stop of more than 50 ms, in which no message is answered. While
 * the program loads, a large young generation saves time.
 */
export function keepCollectionsShort(): void {
  setV8Flag('semi-space-growth-factor', { now: 1, atStart: 2 });
}
