import path from 'node:path';
import * as z from 'zod';
import { openForReading } from '../../src/store/database.ts';

const storedSession = z.object({ id: z.string(), task: z.string(), status: z.string() });

/** The sessions of a data folder, oldest first, read from outside. */
export function storedSessions(dataDir: string): readonly z.infer<typeof storedSession>[] {
  return storedRows(
    dataDir,
    'SELECT id, task, status FROM sessions JOIN session_texts ON session = id ORDER BY seq',
    storedSession,
  );
}

/** Messages to the person of which it is not stored yet that they were sent. */
export function unsentMessages(dataDir: string): number {
  return storedRows(dataDir, "SELECT id FROM outbox WHERE state <> 'sent'", z.unknown()).length;
}

/**
 * Opened for reading only: whoever may write would tidy up what a crash left. Opened as the program does it, because
 * newer versions of Node.js abort when a connection of better-sqlite3 is garbage-collected.
 */
export function storedRows<Row>(dataDir: string, sql: string, schema: z.ZodType<Row>): readonly Row[] {
  const database = openForReading(path.join(dataDir, 'wasap.db'));
  try {
    return database.read(sql, schema).all({});
  } finally {
    database.close();
  }
}
