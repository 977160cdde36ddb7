import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { bindValues, type Values } from './database.ts';

export interface ThreadQuery {
  readonly sql: string;
  readonly values: Values;
}

/**
 * The thread's code, as text, because it must not depend on any file of ours: runs all queries on one state of the
 * database, and posts the rows of each. See `connect` for what has to be kept until the end.
 */
const READER = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.sqlite);
const kept = [];
globalThis.kept = kept;
try {
  const database = new Sqlite(workerData.path, { readonly: true, fileMustExist: true, timeout: 5000 });
  kept.push(database);
  database.exec('BEGIN');
  for (const { sql, values } of workerData.queries) {
    if (Atomics.load(workerData.stop, 0) === 1) break;
    const statement = database.prepare(sql);
    kept.push(statement);
    parentPort.postMessage({ rows: statement.all(values) });
  }
  database.exec('COMMIT');
  database.close();
  parentPort.postMessage({ end: 'done' });
} catch (error) {
  // On its way between threads an error of SQLite would lose its words.
  parentPort.postMessage({ failed: error.message });
}
`;

type ThreadMessage =
  | { readonly rows: readonly unknown[] }
  | { readonly end: 'done' }
  | { readonly failed: string };

interface ThreadRequest {
  readonly queries: readonly ThreadQuery[];
  /** Takes the rows of the queries, in their order. */
  take(rows: readonly unknown[]): void;
  /** Aborted: no further query begins. */
  readonly signal?: AbortSignal;
}

/**
 * Queries that may take long, read by a thread with a connection of its own that ends with it: meanwhile this thread
 * does other work. Rejects with what SQLite says.
 */
export function readInThread(path: string, { queries, take, signal }: ThreadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    signal?.addEventListener('abort', () => void Atomics.store(stop, 0, 1), { once: true });
    const bound = queries.map(({ sql, values }) => ({ sql, values: bindValues(values) }));
    const worker = new Worker(READER, {
      eval: true,
      env: {},
      workerData: { path, sqlite, queries: bound, stop },
    });
    // The program's end does not wait for what it reads.
    worker.unref();
    worker.on('message', (message: ThreadMessage) => {
      if ('rows' in message) take(message.rows);
      else if ('failed' in message) reject(new Error(message.failed));
      else resolve();
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the reading ended with ${code}`)));
  });
}
