import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { freePort } from './free-port.ts';
import { fastFolder, runFolder } from './test-data.ts';

/** Tests and benches run in the folder of the package. */
const PROCESS = path.resolve('tests/support/postgres-process.mjs');

export interface PostgresServer {
  readonly url: string;
  /** As `kill -9` of all its processes does. Resolves when none of them can answer any more. */
  kill(): Promise<void>;
  /** After `kill`; resolves when it accepts connections. */
  start(): Promise<void>;
  stop(): void;
}

/**
 * A server of its own, to be killed. It and its data go with this process, however that ends.
 * @param isDurable true where it is measured: its data lies on the disk, and each commit waits for that
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const port = await freePort();
  // Another user than root reads a file from there; the folder of a run is closed to it.
  const env = { ...process.env, TMPDIR: '/tmp' };
  const folder = isDurable ? tmpdir() : fastFolder(env.TMPDIR);
  const run = runFolder();
  // Making its files takes longer than to copy them: the first server of a run keeps them for the others.
  const kept = run === undefined ? '' : path.join(run, 'postgres');
  const args = [PROCESS, String(port), folder, isDurable ? 'durable' : 'fast', kept];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  // No test waits for it to end.
  child.unref();
  const said = createInterface({ input: child.stdout });
  // Listened for once: a run kills and starts the server dozens of times in the same process.
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`PostgreSQL: exit ${code}`)));
  ended.catch(() => undefined);
  const answer = async (): Promise<void> => {
    await Promise.race([once(said, 'line'), ended]);
  };
  const asked = async (what: 'kill' | 'start'): Promise<void> => {
    child.stdin.write(`${what}\n`);
    await answer();
  };
  await answer();
  return {
    url: `postgres://postgres:of-tests@127.0.0.1:${port}/postgres`,
    kill: () => asked('kill'),
    start: () => asked('start'),
    stop: () => void child.stdin.end(),
  };
}

let shared: Promise<string> | undefined;
let template: Promise<string> | undefined;

/**
 * An empty database for one test, in which its programs make the tables: on the server that `DATABASE_URL` names, else
 * on one that all tests of this process share.
 */
export async function emptyDatabase(): Promise<string> {
  return await newDatabase('template1');
}

/** The same with the tables, as a program finds them that was started before: a copy of what was made once. */
export async function freshDatabase(): Promise<string> {
  // Nobody would take away what is made once for all on a server that was here before.
  if (process.env.DATABASE_URL) return await withTables(await emptyDatabase());
  template ??= makeTemplate();
  return await newDatabase(await template);
}

async function makeTemplate(): Promise<string> {
  const name = 'with_tables';
  const server = await sharedServer();
  await runSql(server, `CREATE DATABASE ${name}`);
  await withTables(urlOf(server, name));
  return name;
}

/** @returns the same address, once the tables are there */
async function withTables(url: string): Promise<string> {
  const { openClusterDatabase } = await import('../../src/cluster/cluster-database.ts');
  const database = await openClusterDatabase({
    url,
    name: 'tables',
    supervises: false,
    clock: systemClock,
    log: silentLog,
  });
  await database.ready;
  await database.close();
  return url;
}

async function newDatabase(of: string): Promise<string> {
  // Benches use what is above, and are no tests.
  const { onTestFinished } = await import('vitest');
  const server = await sharedServer();
  const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${of} STRATEGY FILE_COPY`);
  onTestFinished(async () => void (await runSql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
  return urlOf(server, name);
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function sharedServer(): Promise<string> {
  shared ??= process.env.DATABASE_URL
    ? Promise.resolve(process.env.DATABASE_URL)
    : startPostgres().then(({ url }) => url);
  return shared;
}

/** Rows of one statement. */
export async function runSql(url: string, text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // The statement that was asked says so as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
