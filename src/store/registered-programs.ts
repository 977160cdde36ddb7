import * as z from 'zod';
import { openForReading } from './database.ts';

export interface RegisteredProgram {
  readonly pid: number;
  readonly startTime: string;
}

/**
 * Programs that have registered in a database and not signed off; they may be long gone.
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
