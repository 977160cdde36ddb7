/** A message needs several rounds of the event loop until it is stored: so many it gets between two pieces of work. */
const ROUNDS_BETWEEN = 12;

/**
 * Work that takes a few milliseconds at a time, done one piece after the other with a look at what has come in between
 * two of them. Without it thirty tasks that go on at the same moment keep everybody else waiting for all thirty.
 */
export interface Turns {
  /** Resolves, in the order of asking, when the next piece may begin; at once when the last one was begun long enough ago. */
  next(): Promise<void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    next() {
      const mine = last;
      last = mine.then(letOthersPass);
      return mine;
    },
  };
}

async function letOthersPass(): Promise<void> {
  for (let round = 0; round < ROUNDS_BETWEEN; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
