import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows of one commit: other writers get their turn in between. */
export const ROWS_OF_COMMIT = 100;
/**
 * How many commits one call makes; maintenance runs every five minutes. The first after an upgrade may find years of
 * rows.
 */
const MAX_COMMITS = 50;

/**
 * Repeats a step that handles about `most` rows in one commit until it finds none or has had its share; the next
 * maintenance continues. Returns how many rows there were.
 */
export async function repeatInCommits(step: (most: number) => number): Promise<number> {
  let sum = 0;
  for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
    const count = step(ROWS_OF_COMMIT);
    if (count === 0) break;
    sum += count;
    await nextTurn();
  }
  return sum;
}
