import { expect, test } from 'vitest';
import { databasePath, freshStore, select } from './store-file.ts';

/** As the specification prints it, without its remarks. */
const TABLE = `CREATE TABLE agent_command_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  command TEXT NOT NULL,
  decision TEXT NOT NULL,
  exit_code INTEGER,
  stdout_preview TEXT,
  stderr_preview TEXT,
  duration_ms INTEGER,
  started_at TEXT DEFAULT (datetime('now')),
  completed_at TEXT,
  error TEXT
)`;

test('the table of commands has the columns of the specification, and its indexes', () => {
  const file = databasePath();
  freshStore(file);
  const sql = `SELECT sql FROM sqlite_schema WHERE tbl_name = 'agent_command_log'`;
  const statements = select(file, sql).map((row) => JSON.stringify(row));
  expect(statements).toEqual(
    expect.arrayContaining(
      [
        TABLE,
        'CREATE INDEX idx_cmd_log_session ON agent_command_log(session_id)',
        'CREATE INDEX idx_cmd_log_phone ON agent_command_log(phone_number)',
      ].map((text) => JSON.stringify({ sql: text })),
    ),
  );
});
