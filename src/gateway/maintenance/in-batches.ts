import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows of one commit: other writers get their turn in between. */
const BATCH = 200;

/** Repeats a step that handles up to `most` rows until a batch is not full. Returns how many rows there were. */
export async function inBatches(step: (most: number) => number): Promise<number> {
  let sum = 0;
  for (let count = BATCH; count === BATCH; ) {
    count = step(BATCH);
    sum += count;
    await nextTurn();
  }
  return sum;
}

/**
 * How many commits one call makes; maintenance runs every five minutes. The first after an upgrade may find years of
 * rows.
 */
const MAX_COMMITS = 50;
const ROWS = 100;

/**
 * Repeats a step that removes about `most` rows until it finds none or has had its share; the next maintenance goes on.
 * Returns how many rows were removed.
 */
export async function inCommits(step: (most: number) => number): Promise<number> {
  let sum = 0;
  for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
    const count = step(ROWS);
    if (count === 0) break;
    sum += count;
    await nextTurn();
  }
  return sum;
}
