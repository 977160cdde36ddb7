/**
 * Work that takes a few milliseconds at a time, done one piece after the other with a look at what has come in between
 * two of them. Without it thirty tasks that go on at the same moment keep everybody else waiting for all thirty.
 */
export interface Turns {
  /** Resolves, in the order of asking, when the next piece may begin. */
  next(): Promise<void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    next() {
      last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
      return last;
    },
  };
}
