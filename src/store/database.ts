import { chmodSync, closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import * as z from 'zod';
import { NOT_STORED } from '../contracts/store.ts';
import { Failure, isFailure, messageOf } from '../core/failure.ts';
import { makeFolder } from '../core/file-access.ts';
import { once } from '../core/memoize.ts';
import { fault } from '../core/texts/faults.ts';
import { sqliteFailure } from './sqlite-failure.ts';

/** Named parameters of a statement. Booleans become 0 and 1, undefined becomes NULL. */
export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface WriteStatement {
  /** `rowid` of the inserted row; meaningless when `changes` is 0. */
  run(values: Values): { readonly changes: number; readonly rowid: number };
  /** Throws when no row matched: continuing would silently lose data. */
  runOnRow(values: Values): void;
}

export interface ReadStatement<Row> {
  get(values: Values): Row | undefined;
  all(values: Values): readonly Row[];
}

/**
 * One connection. Statements are prepared when they are first used, because most starts use few of them, and kept;
 * none is prepared per call. Errors are converted by `sqliteFailure`.
 */
export interface Database {
  readonly path: string;
  /** A statement that changes rows. It must not return any: `get` of better-sqlite3 hides a failed commit. */
  write(sql: string): WriteStatement;
  /** A query whose rows are parsed by `schema`. Throws Failure `invalid` for a row that does not fit. */
  read<Row>(sql: string, schema: z.ZodType<Row>): ReadStatement<Row>;
  /** For schema changes and settings: any number of statements, no parameters, no rows. */
  execute(sql: string): void;
  /**
   * Commits everything that `work` writes at once, or nothing when it throws. An inner call is part of the outer one.
   */
  atomically<T>(work: () => T): T;
  /**
   * A commit of its own that is not flushed: a kill cannot lose it, a power cut can, until the next flushed one. Only
   * for work that may be found undone. Inside `atomically` it is part of that commit.
   */
  unflushed<T>(work: () => T): T;
  /** Resolves when a power cut can no longer lose the commits so far. */
  waitForFlush(): Promise<void>;
  /** The same at once: nothing else is done meanwhile. */
  flush(): void;
  /**
   * How often the disk has refused to store something since it was opened; more of it than before: it is full now, or
   * locked.
   */
  refusals(): number;
  close(): void;
}

export const IN_MEMORY = ':memory:';

/** How long a statement waits for another program's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Opens or creates the file, readable by its owner only. Reads nothing from it yet. */
export function openDatabase(path: string): Database {
  return withSqliteFailures(path, () => {
    if (path !== IN_MEMORY) makePrivateFile(path);
    return openConnection(path);
  });
}

/** Opens an existing file for queries only, while another program may be writing it. */
export function openForReading(path: string): Database {
  return withSqliteFailures(path, () => openConnection(path, true));
}

function openConnection(path: string, readonly = false): Database {
  const sqlite = new Sqlite(path, { readonly, fileMustExist: readonly, timeout: BUSY_TIMEOUT_MS });
  // Several parts may ask for one text, and preparing it takes longer than running it.
  const statements = new Map<string, Sqlite.Statement>();
  const kept = { sqlite, statements };
  // From Node 24.19 on, the process aborts when a native object of better-sqlite3 12 is garbage-collected. A timer
  // that does not keep the process alive holds them all as long as it lives, even after `close`.
  setInterval(() => kept, MAX_TIMER_MS).unref();

  const prepared = (sql: string) =>
    once(() => {
      const statement = statements.get(sql) ?? withSqliteFailures(path, () => sqlite.prepare(sql));
      statements.set(sql, statement);
      return statement;
    });
  const execute = (sql: string): void => withSqliteFailures(path, () => void sqlite.exec(sql));
  let refusals = 0;
  const storing = <T>(work: () => T): T => {
    try {
      return withSqliteFailures(path, work);
    } catch (error) {
      if (isFailure(error) && error.facts.rule === NOT_STORED) refusals += 1;
      throw error;
    }
  };
  const transaction = sqlite.transaction((work: () => unknown) => work());
  // The cast is safe: the transaction returns what `work` returned. An inner one is a savepoint of the outer.
  const atomically = <T>(work: () => T): T => storing(() => transaction.immediate(work) as T);

  const log = new LogFlush(`${path}-wal`);
  let isBehind = false;
  let lastFlush: Promise<void> = Promise.resolve();
  const waitForFlush = (): Promise<void> => {
    if (isBehind && path !== IN_MEMORY) {
      isBehind = false;
      lastFlush = log.inTurn().catch((error: unknown) => {
        isBehind = true;
        throw error;
      });
    }
    return lastFlush;
  };

  return {
    path,
    waitForFlush,
    flush: () => (path === IN_MEMORY ? undefined : log.now()),
    refusals: () => refusals,
    write: (sql) => writeWith(prepared(sql), storing),
    read: (sql, schema) => readWith(prepared(sql), { path, schema }),
    execute,
    atomically,
    unflushed(work) {
      if (sqlite.inTransaction) return atomically(work);
      isBehind = true;
      execute('PRAGMA synchronous = NORMAL');
      try {
        return atomically(work);
      } finally {
        execute('PRAGMA synchronous = FULL');
      }
    },
    close() {
      log.close();
      sqlite.close();
    },
  };
}

function writeWith(statement: () => Sqlite.Statement, storing: <T>(work: () => T) => T): WriteStatement {
  const run = (values: Values): Sqlite.RunResult => storing(() => statement().run(bindValues(values)));
  return {
    run(values) {
      const { changes, lastInsertRowid } = run(values);
      return { changes, rowid: Number(lastInsertRowid) };
    },
    runOnRow(values) {
      if (run(values).changes === 0) throw new Error(`No row to change: ${statement().source}`);
    },
  };
}

function readWith<Row>(
  statement: () => Sqlite.Statement,
  { path, schema }: { readonly path: string; readonly schema: z.ZodType<Row> },
): ReadStatement<Row> {
  const read = (row: unknown): Row => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    throw new Failure(
      'invalid',
      fault('database-row', path, statement().source, z.prettifyError(parsed.error)),
    );
  };
  return {
    get(values) {
      const row = withSqliteFailures(path, () => statement().get(bindValues(values)));
      return row === undefined ? undefined : read(row);
    },
    all: (values) => withSqliteFailures(path, () => statement().all(bindValues(values))).map(read),
  };
}

export function bindValues(values: Values): Record<string, string | number | null> {
  const bound: Record<string, string | number | null> = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    bound[name] = typeof value === 'boolean' ? Number(value) : (value ?? null);
  }
  return bound;
}

function withSqliteFailures<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(error, path);
  }
}

/** SQLite gives its -wal and -shm files the mode of the database, so the mode must be right before it opens. */
function makePrivateFile(path: string): void {
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}

const datasync = promisify(fdatasync);

/**
 * Brings a write-ahead log to the disk. The file is opened once: opened and closed around each flush it takes three
 * rounds of the event loop in place of one, and everything that is to be sent waits for them. SQLite keeps no locks on
 * this file that closing could drop.
 */
class LogFlush {
  readonly #path: string;
  #file: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Resolves when everything written to the log before is safe from a power cut; other work goes on meanwhile. Callers
   * during a flush share the next one.
   * @throws Failure `unavailable` when it may not survive one
   */
  inTurn(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  /** The same at once: nothing else is done meanwhile. */
  now(): void {
    try {
      fdatasyncSync(this.#opened());
    } catch (error) {
      throw this.#notFlushed(error);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #begin(): Promise<void> {
    this.#running = this.#flush().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #afterRunning(): Promise<void> {
    // The running flush may have begun before the last write; its failure is reported to its own callers.
    await Promise.allSettled([this.#running]);
    this.#next = undefined;
    await this.#begin();
  }

  async #flush(): Promise<void> {
    try {
      await datasync(this.#opened());
    } catch (error) {
      throw this.#notFlushed(error);
    }
  }

  /** @throws where the log has been removed: then nothing of what is written to it survives the program */
  #opened(): number {
    this.#file ??= openSync(this.#path, 'r+');
    if (fstatSync(this.#file).nlink === 0) throw new Error(`${this.#path} has been removed`);
    return this.#file;
  }

  #notFlushed(cause: unknown): Failure {
    const why = messageOf(cause);
    return new Failure('unavailable', fault('database-not-flushed', this.#path, why), {
      cause,
      facts: { path: this.#path },
    });
  }
}
