/**
 * Runs work under the same key one after the other, in order, even after failures. Other keys do not wait. A key
 * without work takes no memory.
 */
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
  const queues = new Map<string, { last: Promise<unknown>; depth: number }>();
  return {
    run(key, work) {
      const queue = queues.get(key) ?? { last: Promise.resolve(), depth: 0 };
      queues.set(key, queue);
      queue.depth += 1;
      const mine = queue.last.then(work);
      const end = (): void => {
        queue.depth -= 1;
        if (queue.depth === 0) queues.delete(key);
      };
      queue.last = mine.then(end, end);
      return mine;
    },
    busy: () => queues.size,
    depth: (key) => queues.get(key)?.depth ?? 0,
    async idle() {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ last }) => last));
    },
  };
}
