import { changeV8Flag } from '../../core/v8-flags.ts';

/**
 * At 16 MB one collection of V8's young generation copies for up to 25 ms, and together with a full one in the same
 * task that is a stop of more than 50 ms, in which no message is answered. While the program loads, a large young
 * generation saves time.
 */
const SMALL_YOUNG_GENERATION = {
  now: '--semi-space-growth-factor=1',
  atStart: '--semi-space-growth-factor=2',
};

/**
 * Some seconds after the last work V8 gives memory back, three times in a row, and moves up to 12 MB of what is left
 * together each time: a stop of up to 100 ms for a message that comes just then. `--no-memory-reducer` has no effect
 * any more once the program runs.
 */
const LEAVE_IN_PLACE = { now: '--no-compact', atStart: '--compact' };

/** Keeps each of V8's collections below 50 ms. */
export function keepCollectionsShort(): void {
  changeV8Flag(SMALL_YOUNG_GENERATION);
  changeV8Flag(LEAVE_IN_PLACE);
}
