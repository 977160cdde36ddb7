import { messageOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';

/**
 * Serial work for each key, one promise chain each; different keys run in parallel. A key without work takes no
 * memory.
 */
export class KeyedQueue {
  readonly #lanes = new Map<string, { tail: Promise<void>; waiting: number }>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Keys with queued or running work. */
  get busy(): number {
    return this.#lanes.size;
  }

  /** Tasks queued or running under this key. */
  depth(key: string): number {
    return this.#lanes.get(key)?.waiting ?? 0;
  }

  /** Runs after everything queued earlier under this key. A failing task does not stop the queue. */
  enqueue(key: string, task: () => Promise<void>): void {
    const lane = this.#lanes.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
    lane.waiting += 1;
    lane.tail = lane.tail.then(task).catch((error: unknown) => {
      this.#log.error('gateway.lane.failed', { key, error: messageOf(error) });
    });
    lane.tail = lane.tail.then(() => {
      lane.waiting -= 1;
      if (lane.waiting === 0) this.#lanes.delete(key);
    });
    this.#lanes.set(key, lane);
  }

  /** Resolves when no key has work. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all([...this.#lanes.values()].map((lane) => lane.tail));
  }
}
