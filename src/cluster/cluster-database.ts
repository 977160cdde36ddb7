import type { PgBoss } from 'pg-boss';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import { Failure, isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';
import { backoffMs, repeatUntilAborted } from '../core/waiting.ts';
import { updateTables } from './cluster-tables.ts';
import {
  type AnswerTracker,
  asUnavailable,
  createAnswering,
  openConnections,
  openListener,
} from './connections.ts';
import { tidyRuns } from './copies/claim-runs.ts';
import { asBossDatabase, createBossQueues } from './queues/boss-queues.ts';
import { tidyMedia } from './queues/media.ts';
import { type Queues, tidyPublished } from './queues/queues.ts';
import { tidySpending } from './spending/spending.ts';
import type { SqlTransactions } from './sql.ts';

export interface ClusterDatabase extends SqlTransactions {
  /** `heard` gets each payload, and undefined after every (re)connection: something may have been missed. */
  listen(channel: string, heard: (payload: string | undefined) => void): void;
  /** Since when PostgreSQL has not answered, in ms of `clock.upMs()`; undefined while it answers. */
  awaySinceUpMs(): number | undefined;
  /**
   * Resolves once it is connected for the first time and its tables are up to date; until then all else is
   * `unavailable`. Rejects with a Failure: `denied` when PostgreSQL refuses to make the tables, `stopped` when it was
   * closed before.
   */
  readonly ready: Promise<void>;
  readonly queues: Queues;
  close(): Promise<void>;
}

export interface ClusterDatabaseParts {
  readonly url: string;
  /** Name that PostgreSQL shows for its connections. */
  readonly name: string;
  /** True in a process that tidies finished jobs and watches the queues: fronts do. */
  readonly supervises: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const RETRY = { firstMs: 250, mostMs: 5000 };

/**
 * Returns at once and connects in the background, so that a program can start while PostgreSQL is away. It uses three
 * connections.
 * @throws Failure `invalid` for an address that is none; the message does not quote it, because it holds a password
 */
export async function openClusterDatabase({
  url,
  name,
  supervises,
  clock,
  log,
}: ClusterDatabaseParts): Promise<ClusterDatabase> {
  assertAddress(url);
  const postgres = await import('./postgres.ts');
  const answering = createAnswering(clock, log);
  const connections = openConnections(postgres, { url, name, answering });
  const listener = openListener(postgres, { url, name, clock, answering });
  const closing = new AbortController();
  let started: PgBoss | undefined;

  const ready = untilPrepared({
    connections,
    clock,
    log,
    signal: closing.signal,
    open: () => {
      const boss = new postgres.PgBoss({
        db: asBossDatabase(connections),
        supervise: supervises,
        schedule: false,
      });
      boss.on('error', (error) => noteOfBoss(error, answering, log));
      boss.on('warning', ({ message }) => log.warn('cluster.queues.warning', { message }));
      return boss;
    },
  }).then((boss) => {
    started = boss;
    if (supervises) void tidyHourly({ connections, clock, log, signal: closing.signal });
  });
  // A caller that does not wait for `ready` gets the same error from its first statement.
  ready.catch(() => undefined);

  const database = refuseUntilReady(connections, () => started !== undefined);
  return {
    ...database,
    ready,
    listen: (channel, heard) => listener.listen(channel, heard),
    awaySinceUpMs: () => answering.awaySinceUpMs(),
    queues: createBossQueues({ boss: () => started ?? notReady(), database, clock, log }),
    async close() {
      closing.abort();
      await ready.catch(() => undefined);
      await listener.close();
      await started?.stop({ graceful: false });
      await connections.close();
    },
  };
}

function assertAddress(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new Failure('invalid', fault('postgres-address'));
}

interface UpkeepParts {
  readonly connections: SqlTransactions;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface Preparation extends UpkeepParts {
  open(): PgBoss;
}

/** Starts pg-boss and brings the tables up to date. */
async function untilPrepared({ connections, clock, log, signal, open }: Preparation): Promise<PgBoss> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const boss = open();
    try {
      await connections.transaction(updateTables);
      await boss.start();
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false });
      if (!isFailure(error) || error.kind !== 'unavailable') throw tablesFailure(error);
      log.info('cluster.database.waits', { reason: error.message });
      await clock.sleep(backoffMs(attempt, RETRY), signal);
    }
  }
  throw new Failure('stopped', fault('postgres-closed'));
}

function tablesFailure(error: unknown): Failure {
  return new Failure('denied', fault('postgres-tables', messageOf(error)), {
    cause: error,
  });
}

/**
 * Deletes what is out of date: files in transit, ids of jobs, days of spending, runs of schedules. None of it is
 * urgent.
 */
async function tidyHourly({ connections, clock, log, signal }: UpkeepParts): Promise<void> {
  const work = async (): Promise<void> => {
    await tidyMedia(connections);
    await tidyPublished(connections);
    await tidySpending(connections);
    await tidyRuns(connections);
  };
  const onError = (error: unknown): void => log.warn('cluster.not_tidied', { reason: messageOf(error) });
  await repeatUntilAborted(work, { everyMs: HOUR_MS, clock, signal, onError });
}

/** An error of pg-boss's own timers, which try again by themselves. */
function noteOfBoss(error: Error, answering: AnswerTracker, log: Log): void {
  const failure = asUnavailable(error);
  if (isFailure(failure)) answering.onFailure(failure);
  else log.warn('cluster.queues.error', { reason: error.message });
}

/** Refuses statements until the tables are there. */
function refuseUntilReady(connections: SqlTransactions, isReady: () => boolean): SqlTransactions {
  return {
    rows: async (schema, text, values) =>
      isReady() ? await connections.rows(schema, text, values) : notReady(),
    run: async (text, values) => (isReady() ? await connections.run(text, values) : notReady()),
    transaction: async (work) => (isReady() ? await connections.transaction(work) : notReady()),
  };
}

function notReady(): never {
  throw new Failure('unavailable', fault('postgres-silent'));
}

/** Work with PostgreSQL in the background, for as long as the program runs. No task of a chat. */
export interface ClusterBackgroundTask {
  /** Resolves when it no longer asks anything of the databases. */
  stop(): Promise<void>;
}
