import { existsSync } from 'node:fs';
import { Failure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import { type Database, openForReading } from './database.ts';
import { assertMigrated } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Opens an existing database read-only; the program may be running on it. Closed again when `make` throws.
 * @throws Failure `not-found` without a database; `invalid` for one of another version; `unavailable` when it cannot
 *    be read
 */
export function openExisting<T>(path: string, make: (database: Database) => T): T {
  if (!existsSync(path)) {
    throw new Failure('not-found', fault('database-missing', path));
  }
  const database = openForReading(path);
  try {
    assertMigrated(database, MIGRATIONS);
    return make(database);
  } catch (error) {
    database.close();
    throw error;
  }
}
