import path from 'node:path';
import Database from 'better-sqlite3';

export interface StoredSession {
  readonly id: string;
  readonly task: string;
  readonly status: string;
}

/** The sessions of a data folder, oldest first, read from outside. */
export function storedSessions(dataDir: string): readonly StoredSession[] {
  return rowsOf<StoredSession>(
    dataDir,
    'SELECT id, task, status FROM sessions JOIN session_texts ON session = id ORDER BY seq',
  );
}

/** Messages to the person of which it is not stored yet that they were sent. */
export function unsentMessages(dataDir: string): number {
  return rowsOf(dataDir, "SELECT id FROM outbox WHERE state <> 'sent'").length;
}

function rowsOf<Row>(dataDir: string, sql: string): readonly Row[] {
  const database = new Database(path.join(dataDir, 'wasap.db'), { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}
