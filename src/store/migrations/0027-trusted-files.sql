-- Command files of which an owner was shown what they would no longer be asked about (shown), and those where they said
-- yes to it (accepted): for these very bytes alone. One of each for a file.
CREATE TABLE trusted_files (
  workspace TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('shown', 'accepted')),
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  person TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (workspace, name, state)
) STRICT, WITHOUT ROWID;
