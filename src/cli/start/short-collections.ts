import { changeV8Flag, restoreV8Flag, type V8FlagChange } from '../../core/v8-flags.ts';

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

/**
 * V8 learns from the start, of which nearly all stays, that it has 29 MB of room, and begins its first full collection
 * at 21 of them, in the fourth round of a first task: that made its first six rounds a quarter longer. At 90 % it comes
 * after ten rounds or more.
 */
const USE_THE_ROOM = {
  now: '--incremental-marking-soft-trigger=90',
  atStart: '--incremental-marking-soft-trigger=0',
};

export interface ShortCollections {
  /** From now on each of V8's collections is to take less than 50 ms. */
  begin(): void;
  /** Called with each request to the model. */
  noteWork(): void;
}

export interface V8Flags {
  change(flag: V8FlagChange): void;
  restore(flag: V8FlagChange): void;
}

const v8Flags: V8Flags = { change: changeV8Flag, restore: restoreV8Flag };

export function createShortCollections(flags: V8Flags = v8Flags): ShortCollections {
  let rest: NodeJS.Timeout | undefined;
  let hasWorked = false;
  return {
    begin() {
      flags.restore(USE_THE_ROOM);
      flags.change(SMALL_YOUNG_GENERATION);
      flags.change(LEAVE_IN_PLACE);
      rest = setTimeout(() => flags.change(LEAVE_IN_PLACE), AT_REST_AFTER_MS).unref();
    },
    noteWork() {
      if (rest === undefined) {
        // Behind the request: what sets a flag has to be loaded first.
        if (!hasWorked) setImmediate(() => rest === undefined && flags.change(USE_THE_ROOM));
        hasWorked = true;
        return;
      }
      flags.restore(LEAVE_IN_PLACE);
      rest.refresh();
    },
  };
}
