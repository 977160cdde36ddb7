-- What the hooks of a project said about one step of a session: they are not run again for it. `step` names the event, and the
-- call or the round.
CREATE TABLE hook_runs (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  step TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (answer IN ('nothing', 'deny', 'ask', 'note')),
  text TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  UNIQUE (session, step)
) STRICT;
