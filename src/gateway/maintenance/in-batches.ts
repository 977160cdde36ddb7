/** Rows of one commit: other writers get their turn in between. */
const BATCH = 200;

/** Repeats a step that handles up to `most` rows until a batch is not full. Returns how many rows there were. */
export async function inBatches(step: (most: number) => number): Promise<number> {
  let sum = 0;
  for (let count = BATCH; count === BATCH; ) {
    count = step(BATCH);
    sum += count;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sum;
}
