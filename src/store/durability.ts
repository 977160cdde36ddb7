import * as z from 'zod';
import { Failure, isFailure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import { type Database, IN_MEMORY } from './database.ts';

/** Size in bytes to which the write-ahead log is truncated after it was written to the database. */
const JOURNAL_LIMIT = 64 * 1024 * 1024;
/** The value of `PRAGMA synchronous` for FULL: every commit reaches the disk before the call returns. */
const FULL = 2;

const MAX_TRIES = 100;
const PAUSE_MS = 50;

const Settings = z.object({ journal: z.string(), synchronous: z.int(), foreignKeys: z.int() });

export function makeDurable(database: Database): void {
  beginLog(database);
  database.execute(`
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA wal_autocheckpoint = 1000;
    PRAGMA journal_size_limit = ${JOURNAL_LIMIT};`);
}

/**
 * When several programs begin with the log at once, SQLite refuses all but one: if each waited for the others, none
 * would ever go on.
 * @throws Failure `unavailable` when another one keeps the database locked
 */
function beginLog(database: Database): void {
  for (let tries = 1; ; tries += 1) {
    try {
      database.execute('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isFailure(error) || error.facts.code !== 'SQLITE_BUSY' || tries === MAX_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/**
 * SQLite ignores a setting that it cannot apply, and better-sqlite3 lowers `synchronous` when WAL begins.
 * @throws Failure `unavailable` when a power cut could lose commits
 */
export function assertDurable(database: Database): void {
  const settings = database.read(
    `SELECT (SELECT journal_mode FROM pragma_journal_mode) AS journal,
            (SELECT synchronous FROM pragma_synchronous) AS synchronous,
            (SELECT foreign_keys FROM pragma_foreign_keys) AS foreignKeys`,
    Settings,
  );
  const { path } = database;
  const { journal, synchronous, foreignKeys } = settings.get({}) ?? {};
  const expectedJournal = path === IN_MEMORY ? 'memory' : 'wal';
  if (journal === expectedJournal && synchronous === FULL && foreignKeys === 1) return;
  throw new Failure('unavailable', fault('database-unsafe-disk', path, journal ?? '?', String(synchronous)), {
    facts: { path },
  });
}
