import type { Pool, PoolClient, PoolConfig } from 'pg';
import * as z from 'zod';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { SqlSession, Transactions } from '../sql.ts';
import type { AnswerTracker } from './answering.ts';
import { asUnavailable } from './answering.ts';

export interface Connections extends Transactions {
  close(): Promise<void>;
}

/**
 * Options of every connection: none waits for a machine that is gone, and none keeps rows locked when its process
 * hangs.
 */
export const CONNECTION = {
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
): Connections {
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
