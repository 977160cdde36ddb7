import type { PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import type { Transactions } from '../sql.ts';
import { asBossDatabase } from './boss-session.ts';
import { startConsumer } from './consumer.ts';
import { notifyChannel } from './notify.ts';
import type { QueueDepth, Queues } from './queues.ts';

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

export interface BossQueuesParts {
  /** @throws Failure `unavailable` before it has been started */
  boss(): PgBoss;
  readonly database: Transactions;
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
  database: Transactions,
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
