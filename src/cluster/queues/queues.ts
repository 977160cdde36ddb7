import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type Json, sha256 } from '../../core/json.ts';
import type { SqlSession } from '../sql.ts';

export interface QueueJob<T> {
  readonly id: string;
  readonly data: T;
}

export interface NewQueueJob {
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
    jobs: readonly NewQueueJob[],
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

/** The largest count within a millisecond that a UUIDv7 has room for. */
const MAX_COUNT = 0xfff;

/** A UUID made from a text: the same for every try, so that the primary key drops a repeated insert. */
export function jobIdOf(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * UUIDv7 in the order of the calls, also within a millisecond and when the clock is set back.
 * @param after the newest id of an earlier life; all new ids follow it
 */
export function orderedIds(after: string | undefined, nowMs: () => number): () => string {
  let ms = after === undefined ? 0 : timeOf(after) + 1;
  let count = 0;
  return () => {
    const now = nowMs();
    if (now > ms) [ms, count] = [now, 0];
    else if (count < MAX_COUNT) count += 1;
    else [ms, count] = [ms + 1, 0];
    const time = ms.toString(16).padStart(12, '0');
    const random = randomBytes(8).toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-a${random.slice(1, 4)}-${random.slice(4)}`;
  };
}

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/**
 * Records, in the transaction that adds their jobs, that these are published; resolves with those that were not
 * before. The queue itself drops a repeated id only as long as its chat has not moved: after a move the job would go
 * to another queue.
 * @param jobs ids as in a front's journal
 */
export async function notePublished(sql: SqlSession, jobs: readonly string[]): Promise<ReadonlySet<string>> {
  if (jobs.length === 0) return new Set();
  const rows = await sql.rows(
    z.object({ job: z.string() }),
    'INSERT INTO wasap.published (job) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING job',
    [jobs],
  );
  return new Set(rows.map(({ job }) => job));
}

/** A front that has been down for longer than that may repeat what it published last. */
export async function tidyPublished(sql: SqlSession): Promise<number> {
  return await sql.run(`DELETE FROM wasap.published WHERE at < now() - interval '30 days'`);
}
