import * as z from 'zod';
import { openDatabase, openForReading } from './database.ts';
import { isLocked } from './instances.ts';

export interface RegisteredProgram {
  readonly pid: number;
  readonly startTime: string;
}

/**
 * Programs that have registered in a database and not signed off; they may have ended long ago.
 * @throws Failure when the database cannot be read
 */
export function registeredPrograms(path: string): readonly RegisteredProgram[] {
  const database = openForReading(path);
  try {
    const table = database.read(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'instances'",
      z.object({ name: z.string() }),
    );
    if (table.get({}) === undefined) return [];
    const all = database.read(
      'SELECT pid, start_time AS startTime FROM instances',
      z.object({ pid: z.int(), startTime: z.string() }),
    );
    return all.all({});
  } finally {
    database.close();
  }
}

/**
 * True when another process has the database open, also in another container: SQLite's own locks show it. Changes no
 * row; if none has, the -wal file is moved into the database.
 * @throws Failure when the database cannot be opened
 */
export function isOpenElsewhere(path: string): boolean {
  const database = openDatabase(path);
  try {
    database.execute('PRAGMA locking_mode = EXCLUSIVE');
    return isLocked(database);
  } finally {
    database.close();
  }
}
