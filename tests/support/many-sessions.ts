import Sqlite from 'better-sqlite3';
import type { SessionId } from '../../src/core/ids.ts';

/** Adds copies of a stored session, as long work leaves them behind. */
export function copySession(file: string, session: SessionId, copies: number): void {
  const database = new Sqlite(file);
  try {
    const columns = database
      .prepare<[], string>(
        "SELECT name FROM pragma_table_info('sessions') WHERE name NOT IN ('seq', 'id', 'number')",
      )
      .pluck()
      .all()
      .join(', ');
    database
      .prepare(
        `INSERT INTO sessions (id, ${columns})
         WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ?)
         SELECT 'copy-' || copy, ${columns} FROM sessions, copies WHERE id = ?`,
      )
      .run(copies, session);
  } finally {
    database.close();
  }
}
