import { setImmediate as nextTurn } from 'node:timers/promises';

/** A message needs several rounds of the event loop until it is stored: this many run between two pieces of work. */
const ROUNDS_BETWEEN = 12;
/** Timers and input are handled once between two starts, whatever part of a round the first one began in. */
const ROUNDS_BETWEEN_STARTS = 2;

/**
 * Work that takes a few milliseconds at a time, done one piece after the other, with time for incoming events between
 * two pieces. Without it thirty tasks that continue at the same moment make everybody else wait for all thirty.
 */
export interface Turns {
  /**
   * Resolves, in the order of asking, when the next piece may begin; at once when the last one was begun long enough
   * ago.
   */
  next(): Promise<void>;
}

/** @param rounds of the event loop between two pieces */
export function createTurns(rounds = ROUNDS_BETWEEN): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    next() {
      const mine = last;
      last = mine.then(() => yieldToEventLoop(rounds));
      return mine;
    },
  };
}

/** The whole program shares one event loop, so these are the same turns for all its parts. */
const starts = createTurns(ROUNDS_BETWEEN_STARTS);

/**
 * To be awaited right before a process is started: that copies the page tables of this program, which takes 5 to 20 ms
 * at 250 MB, and blocks it meanwhile. Several in one round of the event loop would be one long stop.
 */
export function turnToStart(): Promise<void> {
  return starts.next();
}

async function yieldToEventLoop(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await nextTurn();
  }
}

/** Runs work one piece after the other, in the order of asking: a failure stops nothing behind it. */
export interface SerialQueue {
  /** The result of this work, or its failure. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all work so far has ended. Never rejects. */
  settled(): Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<void> = Promise.resolve();
  const end = (): void => undefined;
  return {
    run(work) {
      const mine = last.then(work);
      last = mine.then(end, end);
      return mine;
    },
    settled: () => last,
  };
}

/** A serial queue for each key: other keys do not wait. A key without work takes no memory. */
export interface KeyedQueue {
  /** Runs after everything that was queued earlier under this key; the caller sees a failure. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Keys with queued or running work. */
  busy(): number;
  /** Pieces of work that are queued or running under this key. */
  depth(key: string): number;
  /** Resolves when no key has work. */
  idle(): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { readonly turns: SerialQueue; depth: number }>();
  return {
    run(key, work) {
      const queue = queues.get(key) ?? { turns: createSerialQueue(), depth: 0 };
      queues.set(key, queue);
      queue.depth += 1;
      const mine = queue.turns.run(work);
      const end = (): void => {
        queue.depth -= 1;
        if (queue.depth === 0) queues.delete(key);
      };
      mine.then(end, end);
      return mine;
    },
    busy: () => queues.size,
    depth: (key) => queues.get(key)?.depth ?? 0,
    async idle() {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ turns }) => turns.settled()));
    },
  };
}
