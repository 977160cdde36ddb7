-- One entry for each attempt and each result in agent_command_log. `at` is the time that the row itself gives. `digest`
-- is of what the row says; `hash` is of the entry, the hash before it included. `imported` stands for an attempt that
-- was in the log before there was a chain. AUTOINCREMENT: sqlite_sequence tells when the last entries were taken away.
CREATE TABLE audit_chain (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('attempt', 'result', 'imported')),
  log_id INTEGER NOT NULL,
  session TEXT NOT NULL,
  digest TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_chain_by_row ON audit_chain (log_id, kind, seq);

CREATE TRIGGER audit_chain_is_not_changed BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'audit_chain is append-only'); END;
CREATE TRIGGER audit_chain_is_not_shortened BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'audit_chain is append-only'); END;
