import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Failure, messageOf } from '../../../core/failure.ts';
import type { Values } from '../../../store/database.ts';

export interface AsideQuery {
  readonly sql: string;
  readonly values: Values;
}

/**
 * The thread's code, as text, because it must not depend on any file of ours: runs all queries on one state of the
 * database, and returns one row each. See `connect` for what has to be kept until the end.
 */
const READER = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.sqlite);
const database = new Sqlite(workerData.path, { readonly: true, fileMustExist: true, timeout: 5000 });
const kept = [database];
globalThis.kept = kept;
database.exec('BEGIN');
const rows = workerData.queries.map(({ sql, values }) => {
  const statement = database.prepare(sql);
  kept.push(statement);
  return statement.get(values);
});
database.exec('COMMIT');
database.close();
parentPort.postMessage(rows);
`;

/**
 * The first row of each query, read by a thread with a connection of its own that ends with it: sums over a million
 * rows take a second, during which this thread would block.
 * @throws Failure `unavailable` when they cannot be read
 */
export function readAside(path: string, queries: readonly AsideQuery[]): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(READER, { eval: true, env: {}, workerData: { path, sqlite, queries } });
    // The program's end does not wait for figures.
    worker.unref();
    const failed = (why: string): void =>
      reject(new Failure('unavailable', `The figures cannot be read: ${why}. Try again.`));
    worker.once('message', resolve);
    worker.once('error', (error) => failed(messageOf(error)));
    worker.once('exit', (code) => failed(`the reading ended with ${code}`));
  });
}
