import type { Db, PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { backoffMs, createWaker, type Waker } from '../../core/waiting.ts';
import type { SqlSession, SqlTransactions } from '../sql.ts';
import type { Consumer, JobHandling, QueueDepth, QueueJob, Queues, SettledJob } from './queues.ts';
import { notifyChannel } from './wire.ts';

const Row = z.record(z.string(), z.unknown());

/** A session in the form in which pg-boss takes one. */
export function asBossDatabase(sql: SqlSession): Db {
  return { executeSql: async (text, values) => ({ rows: [...(await sql.rows(Row, text, values))] }) };
}

const DAY_SECONDS = 24 * 3600;

/**
 * A job is tried until it is done. It waits up to a year for a cell that is down, and is kept for a week when it is
 * done: a move may have to carry it again, and a repeated insert of its id has to be dropped.
 */
const QUEUE = {
  policy: 'key_strict_fifo',
  retryLimit: 1_000_000,
  retryDelay: 0,
  expireInSeconds: 23 * 3600,
  retentionSeconds: 365 * DAY_SECONDS,
  deleteAfterSeconds: 7 * DAY_SECONDS,
} as const;

const Output = z.object({ id: z.string(), output: z.json().nullable() });

const Depth = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  oldestSeconds: z.number(),
});

interface BossQueuesParts {
  /** @throws Failure `unavailable` before it has been started */
  boss(): PgBoss;
  readonly database: SqlTransactions;
  readonly clock: Clock;
  readonly log: Log;
}

export function createBossQueues({ boss, database, clock, log }: BossQueuesParts): Queues {
  const made = new Set<string>();
  const make = async (queue: string): Promise<void> => {
    if (made.has(queue)) return;
    if ((await boss().getQueue(queue)) === null) await boss().createQueue(queue, QUEUE);
    made.add(queue);
  };
  return {
    make,
    async add(sql, { name, wakes }, jobs) {
      if (jobs.length === 0) return;
      await make(name);
      const once = new Map(jobs.map((job) => [job.id, job]));
      const inserts = [...once.values()].map(({ id, key, data }) => ({ id, data, singletonKey: key }));
      await boss().insert(name, inserts, { db: asBossDatabase(sql) });
      await notifyChannel(sql, wakes, { kind: 'jobs' });
    },
    async readOutputs(queue, ids) {
      if (ids.length === 0) return new Map();
      const rows = await database.rows(
        Output,
        `SELECT id, output FROM pgboss.job WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'completed'`,
        [queue, ids],
      );
      return new Map(rows.map(({ id, output }): [string, Json] => [id, output]));
    },
    consume: (queue, data, handling) =>
      startConsumer({ queue, data, handling, make: () => make(queue), boss, database, clock, log }),
    async depth(queue) {
      const found = (await depthsOf(database, [queue])).get(queue);
      return found ?? { waiting: 0, active: 0, oldestSeconds: undefined };
    },
    depths: (queues) => depthsOf(database, queues),
  };
}

async function depthsOf(
  database: SqlTransactions,
  queues: readonly string[],
): Promise<ReadonlyMap<string, QueueDepth>> {
  const rows = await database.rows(
    Depth,
    `SELECT name, count(*) FILTER (WHERE state < 'active')::int AS waiting,
       count(*) FILTER (WHERE state = 'active')::int AS active,
       extract(epoch FROM clock_timestamp() - min(created_on))::float8 AS "oldestSeconds"
     FROM pgboss.job WHERE name = ANY($1) AND state < 'completed' GROUP BY name`,
    [queues],
  );
  return new Map(rows.map(({ name, ...depth }) => [name, depth]));
}

/** Most jobs that are taken at once, each with another key. */
const BATCH = 50;
/** How long the consumer waits for a NOTIFY before it looks by itself: a NOTIFY may be lost. */
const IDLE_MS = 5000;
/** How often it looks for active jobs that this process does not hold. */
const PUT_BACK_MS = 10_000;
const RETRY = { firstMs: 200, mostMs: 5000 };

interface ConsumerParts<T> {
  readonly queue: string;
  readonly data: z.ZodType<T>;
  readonly handling: JobHandling<T>;
  /** Makes the queue unless it is there. */
  make(): Promise<void>;
  boss(): PgBoss;
  readonly database: SqlTransactions;
  readonly clock: Clock;
  readonly log: Log;
}

function startConsumer<T>(parts: ConsumerParts<T>): Consumer {
  const consumer = new QueueConsumer(parts);
  const course = consumer.run();
  return {
    wake: () => consumer.wake(),
    async stop() {
      consumer.end();
      await course;
    },
  };
}

/**
 * The only consumer of its queue. A job that is active in PostgreSQL but not held here was taken by an earlier life
 * of this process, or its row never arrived: it is put back, as the first of its key.
 */
class QueueConsumer<T> {
  readonly #parts: ConsumerParts<T>;
  /** How often each job was tried before: a completion from an earlier try does not count. */
  readonly #held = new Map<string, number>();
  #settled: SettledJob[] = [];
  readonly #waker: Waker;
  #failures = 0;
  #putBackAtUpMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ConsumerParts<T>) {
    this.#parts = parts;
    this.#waker = createWaker(parts.clock);
  }

  wake(): void {
    this.#waker.wake();
  }

  end(): void {
    this.#waker.stop();
  }

  async run(): Promise<void> {
    while (!this.#waker.signal.aborted) {
      try {
        await this.#round();
        this.#failures = 0;
      } catch (error) {
        await this.#failed(error);
      }
    }
    await this.#completeLast();
  }

  async #round(): Promise<void> {
    const { handling, make } = this.#parts;
    if (handling.mayTake?.() === false) return await this.#waker.wait(IDLE_MS);
    await make();
    await this.#putBack();
    const jobs = await this.#completeAndFetch();
    await this.#hand(jobs);
    if (jobs.length < BATCH && this.#settled.length === 0) await this.#waker.wait(IDLE_MS);
  }

  async #failed(error: unknown): Promise<void> {
    const { queue, log } = this.#parts;
    log.warn('cluster.consumer.failed', { queue, reason: messageOf(error) });
    // A job that was taken over a broken connection may be active and unknown here, so look for such jobs at once.
    this.#putBackAtUpMs = Number.NEGATIVE_INFINITY;
    await this.#waker.wait(backoffMs(this.#failures, RETRY));
    this.#failures += 1;
  }

  /**
   * Completes and fetches in one commit: the next job of a key waits for the one before, and a person waits for both.
   */
  async #completeAndFetch(): Promise<readonly QueueJob<unknown>[]> {
    const { boss, queue } = this.#parts;
    const taken = await this.#completeSettled((db) =>
      boss().fetch<unknown>(queue, { batchSize: BATCH, ...(db === undefined ? {} : { db }) }),
    );
    for (const { id, retryCount } of taken) this.#held.set(id, retryCount);
    return taken.map(({ id, data }) => ({ id, data }));
  }

  async #hand(jobs: readonly QueueJob<unknown>[]): Promise<void> {
    const readable = jobs.flatMap((job) => this.#read(job));
    if (readable.length === 0) return;
    try {
      await this.#parts.handling.handle(readable, (id, output) => this.#settle(id, output));
    } catch (error) {
      // Unsettled jobs are no longer held here: they are put back, and come again.
      const settled = new Set(this.#settled.map(({ id }) => id));
      for (const { id } of jobs) if (!settled.has(id)) this.#held.delete(id);
      throw error;
    }
  }

  #read({ id, data }: QueueJob<unknown>): readonly QueueJob<T>[] {
    const parsed = this.#parts.data.safeParse(data);
    if (parsed.success) return [{ id, data: parsed.data }];
    const { queue, log } = this.#parts;
    log.error('cluster.job.unreadable', { queue, id, reason: z.prettifyError(parsed.error) });
    // Settled with an answer: otherwise it would come again and again and hold up its conversation.
    this.#settle(id, {
      ok: false,
      failure: 'invalid',
      reason: 'This version of the program cannot read it.',
    });
    return [];
  }

  #settle(id: string, output?: object): void {
    if (!this.#held.has(id) || this.#settled.some((one) => one.id === id)) return;
    this.#settled.push({ id, output });
    this.wake();
  }

  /**
   * One transaction: the NOTIFYs of `completed` arrive when the jobs are done, or not at all.
   * @param then the statements that share it; they run alone when nothing is settled
   */
  async #completeSettled<R>(then: (db: Db | undefined) => Promise<R>): Promise<R> {
    const { database, handling } = this.#parts;
    const now = [...this.#settled];
    if (now.length === 0) return await then(undefined);
    const result = await database.transaction(async (sql) => {
      const db = asBossDatabase(sql);
      for (const [output, ids] of byOutput(now)) await this.#complete(ids, output, db);
      await handling.onCompleted?.(sql, now);
      return await then(db);
    });
    this.#settled = this.#settled.filter((one) => !now.includes(one));
    for (const { id } of now) this.#held.delete(id);
    return result;
  }

  async #complete(ids: readonly string[], output: object | undefined, db: Db): Promise<void> {
    const { boss, queue } = this.#parts;
    const tries = ids.map((id) => ({ id, retryCount: this.#held.get(id) ?? 0 }));
    await boss().complete(queue, tries, output, { db });
  }

  async #completeLast(): Promise<void> {
    try {
      await this.#completeSettled(async () => undefined);
    } catch (error) {
      const { queue, log } = this.#parts;
      log.warn('cluster.consumer.stopped-early', { queue, reason: messageOf(error) });
    }
  }

  async #putBack(): Promise<void> {
    const { boss, clock, database, queue } = this.#parts;
    if (clock.upMs() - this.#putBackAtUpMs < PUT_BACK_MS) return;
    const rows = await database.rows(
      z.object({ id: z.string() }),
      `SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active'`,
      [queue],
    );
    const lost = rows.map(({ id }) => id).filter((id) => !this.#held.has(id));
    if (lost.length > 0) await boss().fail(queue, lost, { reason: 'taken by an earlier life' });
    this.#putBackAtUpMs = clock.upMs();
  }
}

/** Groups ids by the output to store with them: most share one. */
function byOutput(
  settled: readonly SettledJob[],
): readonly (readonly [object | undefined, readonly string[]])[] {
  const groups = new Map<string, { output: object | undefined; ids: string[] }>();
  for (const { id, output } of settled) {
    const text = JSON.stringify(output ?? null);
    const group = groups.get(text) ?? { output, ids: [] };
    group.ids.push(id);
    groups.set(text, group);
  }
  return [...groups.values()].map(({ output, ids }) => [output, ids] as const);
}
