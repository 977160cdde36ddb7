import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import * as z from 'zod';
import { Failure } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';
import type { Database, ReadStatement } from './database.ts';

const Contents = z.object({ version: z.int(), tables: z.int() });
type Contents = z.infer<typeof Contents>;

export interface Migration {
  /** Nothing was ever stored in it, or all of it was removed. */
  readonly isEmpty: boolean;
  /** Migrates the database to this program's version. An existing one is copied to `<path>.v<n>.bak` first. */
  run(log: Log): void;
}

/**
 * Examines the file without changing it.
 * @param schema what all migrations together make of an empty database: a new one is made by it, in an eighth of the
 * time
 * @throws Failure `invalid` for a database of a newer program, of another program, or for no database at all
 */
export function planMigration(database: Database, migrations: readonly string[], schema?: string): Migration {
  const contents = readContents(database);
  const found = contents.get({});
  assertOurs(database.path, found, migrations.length);
  return {
    isEmpty: found?.tables === 0,
    run(log) {
      const from = versionNow(contents);
      if (from >= migrations.length) return;
      const copy = from > 0 ? keepCopy(database, from) : undefined;
      // One commit for all of them: after a crash in between the database is unchanged.
      database.atomically(() => {
        // Read again inside the transaction: another program may have been faster, and newer.
        const before = versionNow(contents);
        if (before >= migrations.length) return;
        const isNew = before === 0 && schema !== undefined;
        for (const sql of isNew ? [schema] : migrations.slice(before)) database.execute(sql);
        database.execute(`PRAGMA user_version = ${migrations.length}`);
      });
      log.info('store.migrated', { path: database.path, from, to: migrations.length, copy });
    },
  };
}

/**
 * For a read-only database, which cannot be migrated.
 * @throws Failure `invalid` unless it has exactly this program's version
 */
export function assertMigrated(database: Database, migrations: readonly string[]): void {
  const contents = readContents(database).get({});
  assertOurs(database.path, contents, migrations.length);
  if ((contents?.version ?? 0) === migrations.length) return;
  if (contents?.tables === 0) {
    throw new Failure('invalid', fault('database-empty', database.path));
  }
  throw new Failure('invalid', fault('database-older', database.path));
}

function readContents(database: Database): ReadStatement<Contents> {
  // One statement, so that both figures are of one moment: another program may be creating the tables.
  return database.read(
    `SELECT (SELECT user_version FROM pragma_user_version) AS version,
            (SELECT count(*) FROM sqlite_schema) AS tables`,
    Contents,
  );
}

/** Nothing was ever stored in it, or all of it was removed. */
export function isEmpty(database: Database): boolean {
  return readContents(database).get({})?.tables === 0;
}

function assertOurs(path: string, contents: Contents | undefined, newest: number): void {
  const { version, tables } = contents ?? { version: 0, tables: 0 };
  if (version > newest) {
    throw new Failure('invalid', fault('database-newer', path, version, newest), {
      facts: { path, version, newest },
    });
  }
  if (version === 0 && tables > 0) {
    throw new Failure('invalid', fault('database-foreign', path), {
      facts: { path },
    });
  }
}

function versionNow(contents: ReadStatement<Contents>): number {
  return contents.get({})?.version ?? 0;
}

/** A complete copy, including the -wal file. Replaces an older copy of the same version. */
function keepCopy(database: Database, version: number): string {
  const copy = `${database.path}.v${version}.bak`;
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600)); // SQLite fills an empty file and keeps its mode
  database.execute(`VACUUM INTO '${draft.replaceAll("'", "''")}'`);
  renameSync(draft, copy);
  return copy;
}
