import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, IN_MEMORY } from '../../src/store/database.ts';
import { type OpenStore, openStore, type StoreOptions, storeOf } from '../../src/store/open.ts';

/** The file of a database with no rows; made once in a process. */
let empty: Buffer | undefined;

/**
 * As `openStore`, with less work: tests of migrations and of a first start use `openStore` itself.
 *
 * In memory it is a connection that an earlier test of the process has opened, with the statements that it has prepared
 * (`lent`): for all that closes its store once, at its end. What is opened again, killed, or read by a second
 * connection or another process needs a file of its own, which is a copy of an empty one: a tenth of what all
 * migrations take. What fills its disk needs `openStore`: SQLite may end a whole transaction then.
 */
export function openTestStore(options: StoreOptions): OpenStore {
  if (options.path === IN_MEMORY && options.maxPages === undefined) {
    const database = lent();
    return { ...storeOf(database, options.redact ?? ((text) => text)), database };
  }
  if (options.path !== IN_MEMORY && !existsSync(options.path)) {
    empty ??= emptyDatabase();
    mkdirSync(path.dirname(options.path), { recursive: true, mode: 0o700 });
    writeFileSync(options.path, empty, { mode: 0o600 });
  }
  return openStore(options);
}

function emptyDatabase(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-empty-'));
  try {
    const file = path.join(folder, 'wasap.db');
    openStore({ path: file }).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Connections to databases in memory that have tables and no rows. */
const free: Database[] = [];

/**
 * Everything that a test writes is one transaction, and is rolled back when the test closes its store. Whoever holds on
 * to the store of an earlier test finds it closed.
 */
function lent(): Database {
  const kept = free.pop() ?? openStore({ path: IN_MEMORY }).database;
  const refusalsBefore = kept.refusals();
  let isOpen = true;
  // What a test executes may end the transaction or change settings, which no rollback takes back.
  let isClean = true;
  const whileOpen = <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      if (!isOpen) throw new TypeError('The database connection is not open');
      return work(...args);
    };
  };
  kept.execute('BEGIN');
  return {
    ...kept,
    write(sql) {
      const { run, runOnRow } = kept.write(sql);
      return { run: whileOpen(run), runOnRow: whileOpen(runOnRow) };
    },
    read(sql, schema) {
      const { get, all } = kept.read(sql, schema);
      return { get: whileOpen(get), all: whileOpen(all) };
    },
    execute: whileOpen((sql) => {
      isClean = false;
      kept.execute(sql);
    }),
    atomically: (work) => whileOpen(() => kept.atomically(work))(),
    unflushed: (work) => whileOpen(() => kept.unflushed(work))(),
    refusals: () => kept.refusals() - refusalsBefore,
    close() {
      if (!isOpen) return;
      isOpen = false;
      if (!isClean) return kept.close();
      // It fails where SQLite has ended the transaction itself: a commit behind that would stay.
      kept.execute('ROLLBACK');
      free.push(kept);
    },
  };
}
