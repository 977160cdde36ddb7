import { setMaxListeners } from 'node:events';
import type { Client, Pool, PoolClient, PoolConfig } from 'pg';
import * as z from 'zod';
import type { Clock } from '../core/clock.ts';
import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';
import { createSerialQueue } from '../core/work-queues.ts';
import type { SqlSession, SqlTransactions } from './sql.ts';

/**
 * Classes of SQLSTATE that say nothing about the statement: connection, resources, rollback because of others,
 * operator, login, database that is not there (yet).
 */
const UNAVAILABLE_CLASSES = ['08', '53', '40', '57', '28', '3D'];

/** Keeps track of whether PostgreSQL answers, and logs each change once. */
export interface AnswerTracker {
  onAnswer(): void;
  onFailure(error: unknown): void;
  awaySinceUpMs(): number | undefined;
}

export function createAnswering(clock: Clock, log: Log): AnswerTracker {
  // Until the first answer PostgreSQL counts as away.
  let awaySince: number | undefined = clock.upMs();
  let isLogged = false;
  return {
    onAnswer() {
      if (awaySince !== undefined) log.info('cluster.database.answers', { awayMs: clock.upMs() - awaySince });
      awaySince = undefined;
      isLogged = false;
    },
    onFailure(error) {
      if (!isUnavailable(error)) return;
      awaySince ??= clock.upMs();
      if (!isLogged) log.warn('cluster.database.away', { reason: error.message });
      isLogged = true;
    },
    awaySinceUpMs: () => awaySince,
  };
}

function isUnavailable(error: unknown): error is Failure {
  return isFailure(error) && error.kind === 'unavailable';
}

/** A Failure `unavailable` for what trying again may mend; any other error is given back as it is. */
export function asUnavailable(error: unknown): unknown {
  if (isFailure(error)) return error;
  const code = codeOf(error);
  if (isFromServer(error) && !UNAVAILABLE_CLASSES.includes(code?.slice(0, 2) ?? '')) return error;
  return new Failure('unavailable', fault('postgres-away', code ?? messageOf(error)), {
    cause: error,
  });
}

/** True for an error that the server sent: then PostgreSQL answers. */
function isFromServer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error;
}

/**
 * Options of every connection: none waits for a machine that is gone, and none keeps rows locked when its process
 * hangs.
 */
const CONNECTION = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 30_000,
  keepAlive: true,
  idle_in_transaction_session_timeout: 30_000,
} as const satisfies PoolConfig;

/**
 * Uses two connections: one for single statements, one for transactions. So a transaction may wait for a single
 * statement of its own process (pg-boss looks up a queue beside it) without a deadlock.
 */
export function openConnections(
  { Pool: OpenPool }: { readonly Pool: typeof Pool },
  {
    url,
    name,
    answering,
  }: { readonly url: string; readonly name: string; readonly answering: AnswerTracker },
): SqlTransactions & { close(): Promise<void> } {
  const config = { ...CONNECTION, connectionString: url, application_name: name, max: 1 };
  const statements = new OpenPool(config);
  const transactions = new OpenPool(config);
  // A connection may break while it is idle; without a listener the error would end the process.
  for (const pool of [statements, transactions])
    pool.on('error', (error) => answering.onFailure(asUnavailable(error)));

  const asked = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      const answer = await question();
      answering.onAnswer();
      return answer;
    } catch (error) {
      const failure = asUnavailable(error);
      answering.onFailure(failure);
      throw failure;
    }
  };
  return {
    ...sessionOn((text, values) => asked(() => statements.query(text, values))),
    async transaction(work) {
      const client = await asked(() => transactions.connect());
      const query: Query = (text, values) => asked(() => client.query(text, values));
      return await runTransaction(client, query, work);
    },
    async close() {
      await Promise.all([statements.end(), transactions.end()]);
    },
  };
}

interface StatementResult {
  readonly command?: string;
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** Only pg-boss sends several statements in one text; they have several results. */
type Query = (text: string, values?: unknown[]) => Promise<StatementResult | readonly StatementResult[]>;

async function runTransaction<T>(
  client: PoolClient,
  query: Query,
  work: (sql: SqlSession) => Promise<T>,
): Promise<T> {
  // A connection that breaks between two statements emits an event, which would end the process.
  const broken = (): void => undefined;
  client.on('error', broken);
  const giveBack = (): void => {
    client.off('error', broken);
    client.release();
  };
  try {
    await query('BEGIN');
    const result = await work(sessionOn(query));
    const [committed] = [await query('COMMIT')].flat();
    // PostgreSQL answers a COMMIT with ROLLBACK, and not with an error, when a statement of the transaction failed
    // unnoticed.
    if (committed?.command === 'ROLLBACK') throw new Failure('unavailable', fault('postgres-took-back'));
    giveBack();
    return result;
  } catch (error) {
    if (await isDone(query, 'ROLLBACK')) giveBack();
    else client.release(true);
    throw error;
  }
}

async function isDone(query: Query, text: string): Promise<boolean> {
  try {
    await query(text);
    return true;
  } catch {
    return false;
  }
}

function sessionOn(query: Query): SqlSession {
  const ask: (...asked: Parameters<Query>) => Promise<readonly StatementResult[]> = async (text, values) =>
    [await query(text, values)].flat();
  return {
    async rows(schema, text, values = []) {
      const results = await ask(text, [...values]);
      return z.array(schema).parse(results.flatMap(({ rows }) => rows));
    },
    async run(text, values = []) {
      const results = await ask(text, [...values]);
      return results.at(-1)?.rowCount ?? 0;
    },
  };
}

type NotifyHandler = (payload: string | undefined) => void;

const RECONNECT_MS = 500;
/** How often a silent connection is checked, and how long it has to answer. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 5000;

/**
 * Listens to all channels on one connection, and reconnects for as long as it takes. Notifications sent meanwhile are
 * lost, so each listener learns of the reconnect.
 */
export function openListener(
  { Client: OpenClient }: { readonly Client: typeof Client },
  { url, name, clock, answering }: { url: string; name: string; clock: Clock; answering: AnswerTracker },
): { listen(channel: string, heard: NotifyHandler): void; close(): Promise<void> } {
  const channels = new Map<string, NotifyHandler>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let connected: Client | undefined;
  /** A connection takes one statement after the other. */
  const statements = createSerialQueue();
  const ask = (client: Client, text: string): Promise<unknown> => statements.run(() => client.query(text));
  const begin = async (client: Client, channel: string, heard: NotifyHandler): Promise<void> => {
    await ask(client, `LISTEN ${client.escapeIdentifier(channel)}`);
    heard(undefined);
  };
  const hold = async (client: Client, over: Promise<void>): Promise<void> => {
    await client.connect();
    for (const [channel, heard] of channels) await begin(client, channel, heard);
    connected = client;
    let isOver = false;
    const ended = over.then(() => {
      isOver = true;
    });
    for (;;) {
      await Promise.race([ended, clock.sleep(HEARTBEAT_MS, closing.signal)]);
      if (isOver || closing.signal.aborted) return;
      await ask(client, 'SELECT 1');
    }
  };
  const course = (async () => {
    while (!closing.signal.aborted) {
      const client = new OpenClient({
        ...CONNECTION,
        connectionString: url,
        application_name: `${name} listens`,
        query_timeout: HEARTBEAT_TIMEOUT_MS,
      });
      const over = new Promise<void>((resolve) => {
        client.on('end', () => resolve());
        client.on('error', (error) => {
          answering.onFailure(asUnavailable(error));
          resolve();
        });
      });
      client.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''));
      try {
        await hold(client, over);
      } catch (error) {
        answering.onFailure(asUnavailable(error));
      }
      connected = undefined;
      // Errors at its end do not matter: there will be another connection.
      await client.end().catch(() => undefined);
      await clock.sleep(RECONNECT_MS, closing.signal);
    }
  })();
  return {
    listen(channel, heard) {
      channels.set(channel, heard);
      const client = connected;
      if (client === undefined) return;
      // If LISTEN fails, the connection is given up, and the next one begins with all channels.
      begin(client, channel, heard).catch(() => client.end());
    },
    async close() {
      closing.abort();
      await course;
    },
  };
}
