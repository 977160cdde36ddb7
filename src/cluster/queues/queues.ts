import type * as z from 'zod';
import type { Json } from '../../core/json.ts';
import type { SqlSession } from '../sql.ts';

export interface Job<T> {
  readonly id: string;
  readonly data: T;
}

export interface NewJob {
  /** UUID. Jobs of a key that are added in different transactions must have increasing ids. */
  readonly id: string;
  /** One job of a key is handled at a time, in the order in which they were added. */
  readonly key: string;
  /** Stored as JSON. */
  readonly data: object;
}

export interface Settled {
  readonly id: string;
  readonly output?: object | undefined;
}

export interface JobHandling<T> {
  /**
   * Gets at most one job of a key at a time and settles each, now or later. If it throws, those not yet settled come again.
   */
  handle(jobs: readonly Job<T>[], settle: (id: string, output?: object) => void): Promise<void>;
  /**
   * Asked before it takes jobs or puts any back; `false`: not now. Whoever consumes under a name says whether that is held.
   */
  mayTake?(): boolean;
  /** In the transaction that completes them: the unreadable ones too, which `handle` never had. */
  completed?(sql: SqlSession, settled: readonly Settled[]): Promise<void>;
}

export interface Consumer {
  /** Looks for jobs at once. */
  wake(): void;
  /** Resolves when what was settled is completed, or could not be now. What is not settled comes again at the next start. */
  stop(): Promise<void>;
}

export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  /** Age of the oldest that is not done; undefined when there is none. */
  readonly oldestSeconds: number | undefined;
}

export interface Queues {
  /** Makes a queue unless it is there. */
  make(queue: string): Promise<void>;
  /**
   * In the transaction of `sql`. The order in the array is the order in the queue. Jobs whose id is there already are left
   * out. `wakes`: the NOTIFY channel of who consumes the queue.
   */
  add(
    sql: SqlSession,
    queue: { readonly name: string; readonly wakes: string },
    jobs: readonly NewJob[],
  ): Promise<void>;
  /** Outputs of those that are completed, by id; `null` where there is none. */
  outputs(queue: string, ids: readonly string[]): Promise<ReadonlyMap<string, Json>>;
  /**
   * Takes the jobs of a queue that no other process consumes: whoever calls it holds the name of its owner. A job whose data
   * cannot be read is set aside: completed with an output that says so, and logged.
   */
  consume<T>(queue: string, data: z.ZodType<T>, handling: JobHandling<T>): Consumer;
  depth(queue: string): Promise<QueueDepth>;
  /** How much waits in each queue; an empty one is not in the map. */
  depths(queues: readonly string[]): Promise<ReadonlyMap<string, QueueDepth>>;
}
