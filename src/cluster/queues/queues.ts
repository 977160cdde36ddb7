import type * as z from 'zod';
import type { Json } from '../../core/json.ts';
import type { SqlSession } from '../sql.ts';

export interface QueueJob<T> {
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

export interface SettledJob {
  readonly id: string;
  readonly output?: object | undefined;
}

export interface JobHandling<T> {
  /**
   * Gets at most one job of a key at a time and settles each, now or later. If it throws, the unsettled ones come
   * again.
   */
  handle(jobs: readonly QueueJob<T>[], settle: (id: string, output?: object) => void): Promise<void>;
  /**
   * Called before jobs are taken or put back; `false` means not now. A consumer that needs a name reports here
   * whether it holds it.
   */
  mayTake?(): boolean;
  /** Runs in the transaction that completes the jobs, including unreadable ones, which `handle` never saw. */
  onCompleted?(sql: SqlSession, settled: readonly SettledJob[]): Promise<void>;
}

export interface Consumer {
  /** Looks for jobs at once. */
  wake(): void;
  /** Resolves when what was settled is completed, or could not be now. Unsettled jobs come again at the next start. */
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
   * Adds jobs in the transaction of `sql`. The order in the array is the order in the queue. Jobs whose id exists
   * already are left out. `wakes` is the NOTIFY channel of the consumer.
   */
  add(
    sql: SqlSession,
    queue: { readonly name: string; readonly wakes: string },
    jobs: readonly NewJob[],
  ): Promise<void>;
  /** The outputs of completed jobs by id; `null` where there is none. */
  readOutputs(queue: string, ids: readonly string[]): Promise<ReadonlyMap<string, Json>>;
  /**
   * Takes the jobs of a queue that no other process consumes: the caller holds the name of the queue's owner. A job
   * with unreadable data is set aside: it is completed with an output that says so, and logged.
   */
  consume<T>(queue: string, data: z.ZodType<T>, handling: JobHandling<T>): Consumer;
  depth(queue: string): Promise<QueueDepth>;
  /** How many jobs wait in each queue; an empty queue is not in the map. */
  depths(queues: readonly string[]): Promise<ReadonlyMap<string, QueueDepth>>;
}
