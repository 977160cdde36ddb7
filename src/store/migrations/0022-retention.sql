-- What becomes of old sessions: 1 = no longer shown, and its rows are going; 2 = gone. Its own row stays, with what it cost
-- and how it ended: sums, estimates and figures rest on these.
ALTER TABLE sessions ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1, 2));
CREATE INDEX sessions_ended ON sessions (ended_at_ms) WHERE forgotten = 0 AND status IN ('done', 'failed', 'cancelled');
CREATE INDEX sessions_going ON sessions (seq) WHERE forgotten = 1;
CREATE INDEX steering_by_session ON steering (session);

-- Where the audit begins since older entries were removed: the hash of the last one that went, which the first one that
-- stayed names. Rows of agent_command_log up to `last_row` went with them.
CREATE TABLE audit_cuts (
  up_to INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  last_row INTEGER NOT NULL,
  -- When the last command that went was attempted.
  until TEXT NOT NULL,
  cut_at TEXT NOT NULL DEFAULT (datetime('now'))
) STRICT;
CREATE TRIGGER audit_cuts_follow BEFORE INSERT ON audit_cuts
WHEN NEW.up_to <= coalesce((SELECT max(up_to) FROM audit_cuts), 0)
  OR NEW.hash IS NOT (SELECT hash FROM audit_chain WHERE seq = NEW.up_to)
BEGIN SELECT RAISE(ABORT, 'a cut names an entry that is there, behind the last one'); END;
-- Whatever the setting says, and whoever asks: what was run lately stays.
CREATE TRIGGER audit_cuts_spare_the_young BEFORE INSERT ON audit_cuts
WHEN EXISTS (SELECT 1 FROM audit_chain
  WHERE seq <= NEW.up_to AND kind <> 'result' AND at > datetime('now', '-29 days'))
BEGIN SELECT RAISE(ABORT, 'nothing of the last 29 days is removed'); END;
CREATE TRIGGER audit_cuts_are_not_changed BEFORE UPDATE ON audit_cuts
BEGIN SELECT RAISE(ABORT, 'audit_cuts is append-only'); END;
CREATE TRIGGER audit_cuts_are_not_deleted BEFORE DELETE ON audit_cuts
BEGIN SELECT RAISE(ABORT, 'audit_cuts is append-only'); END;

DROP TRIGGER audit_chain_is_not_shortened;
CREATE TRIGGER audit_chain_is_not_shortened BEFORE DELETE ON audit_chain
WHEN OLD.seq > coalesce((SELECT max(up_to) FROM audit_cuts), 0)
BEGIN SELECT RAISE(ABORT, 'audit_chain is append-only'); END;
