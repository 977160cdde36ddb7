import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf, Failure, isFailure, messageOf } from '../../../core/failure.ts';
import type { ProgramTable } from '../../../processes/process-table.ts';
import { type Database, openDatabase, openForReading } from '../../../store/database.ts';
import { isOpenElsewhere, registeredPrograms } from '../../../store/instances.ts';
import { planMigration } from '../../../store/migrate.ts';
import { MIGRATIONS } from '../../../store/migrations.ts';
import { backupFault } from '../texts/faults.ts';

/**
 * The program that uses a data folder: one that is registered in its database and lives, or any that has the database
 * open, without its number (`wasap pair` does not register, and processes of a container are not visible).
 */
export async function userOf(
  data: string,
  programs: Pick<ProgramTable, 'livenessOf'>,
): Promise<{ readonly pid: number | undefined } | undefined> {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return undefined;
  for (const { pid, startTime } of whereSound(() => registeredPrograms(path), [])) {
    if ((await programs.livenessOf({ pid, mark: startTime })) === 'alive') return { pid };
  }
  return whereSound(() => isOpenElsewhere(path), false) ? { pid: undefined } : undefined;
}

/** Restoring, and taking everything away, also has to work with a damaged database. */
function whereSound<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (isFailure(error) && error.kind === 'invalid') return otherwise;
    throw error;
  }
}

/**
 * Copies a database as it is at one moment, without delaying a program that writes to it. Deleted data is not in the
 * copy.
 * @param withLink false: the copy holds no data of the link to WhatsApp
 * @throws Failure as `openStore` does for a file that is not this program's
 */
export function copyDatabase(path: string, copy: string, withLink: boolean): void {
  const database = openForReading(path);
  try {
    planMigration(database, MIGRATIONS);
    closeSync(openSync(copy, 'wx', 0o600)); // SQLite fills an empty file and keeps its mode
    database.execute(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
  if (!withLink) dropLink(copy);
}

/** Deletes all data of the link to WhatsApp. No program may have the database open. */
export function dropLink(path: string): void {
  const database = openDatabase(path);
  try {
    const tables = database.read(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'whatsapp\\_%' ESCAPE '\\'",
      z.object({ name: z.string() }),
    );
    const names = tables.all({}).map(({ name }) => name);
    database.execute(names.map((name) => `DELETE FROM "${name}";`).join('\n'));
    // Deleted rows remain in the file until it is rewritten.
    database.execute('VACUUM');
  } finally {
    database.close();
  }
}

/** @throws Failure `invalid` unless it is an intact database of this program or an older version of it */
export function assertSoundCopy(path: string, file: string): void {
  const database = openForReading(path);
  try {
    // Reading a file from elsewhere must not run anything in it.
    database.execute('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    planMigration(database, MIGRATIONS);
    const wrong = faultIn(database);
    if (wrong !== undefined) throw unsoundFailure(file, wrong);
  } catch (error) {
    // Damage can cause any error: a schema that does not parse is an SQLITE_ERROR.
    throw codeOf(error)?.startsWith('SQLITE_') ? unsoundFailure(file, messageOf(error)) : error;
  } finally {
    database.close();
  }
}

function faultIn(database: Database): string | undefined {
  const version = database.read(
    'SELECT user_version AS version FROM pragma_user_version',
    z.object({ version: z.int() }),
  );
  if ((version.get({})?.version ?? 0) === 0) return 'it is empty';
  const check = database.read(
    'SELECT integrity_check AS found FROM pragma_integrity_check',
    z.object({ found: z.string() }),
  );
  return check.all({}).find(({ found }) => found !== 'ok')?.found;
}

function unsoundFailure(file: string, why: string): Failure {
  return new Failure('invalid', backupFault('damaged-database', file, why));
}
