import path from 'node:path';
import Database from 'better-sqlite3';

export interface StoredSession {
  readonly id: string;
  readonly task: string;
  readonly status: string;
}

/** The sessions of a data folder, oldest first, read from outside. */
export function storedSessions(dataDir: string): readonly StoredSession[] {
  const database = new Database(path.join(dataDir, 'wasap.db'), { readonly: true });
  try {
    return database
      .prepare<[], StoredSession>(
        'SELECT id, task, status FROM sessions JOIN session_texts ON session = id ORDER BY seq',
      )
      .all();
  } finally {
    database.close();
  }
}
