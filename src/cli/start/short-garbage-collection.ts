import { changeV8Flag, restoreV8Flag } from '../../core/v8-flags.ts';

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
 * Eight seconds after the last work or later, V8 gives memory back, three times in a row, and moves up to 12 MB of what
 * is left together each time: a message that comes just then would wait for up to 100 ms. While the program works, V8
 * moves a third of that at most, and may. (`--no-memory-reducer` has no effect once a program runs.)
 */
const LEAVE_IN_PLACE = { now: '--no-compact', atStart: '--compact' };
const AT_REST_AFTER_MS = 5000;

export interface ShortCollections {
  /** From now on each of V8's collections is to take less than 50 ms. */
  begin(): void;
  /** Called with each request to the model. */
  noteWork(): void;
}

export function createShortCollections(): ShortCollections {
  let rest: NodeJS.Timeout | undefined;
  return {
    begin() {
      changeV8Flag(SMALL_YOUNG_GENERATION);
      changeV8Flag(LEAVE_IN_PLACE);
      rest = setTimeout(() => changeV8Flag(LEAVE_IN_PLACE), AT_REST_AFTER_MS).unref();
    },
    noteWork() {
      if (rest === undefined) return;
      restoreV8Flag(LEAVE_IN_PLACE);
      rest.refresh();
    },
  };
}
