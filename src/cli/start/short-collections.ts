import { setV8Flag } from '../../core/v8-flags.ts';

/**
 * From now on V8 enlarges its young generation no more. At 16 MB one collection of it copies for up to 25 ms, and a full one
 * that falls into the same task makes that a stop of more than 50 ms, in which nobody is answered. Before, while the program
 * loads, a large one saves time.
 */
export function keepCollectionsShort(): void {
  setV8Flag('semi-space-growth-factor', { now: 1, atStart: 2 });
}
