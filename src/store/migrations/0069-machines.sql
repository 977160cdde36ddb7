-- What all machines of a cluster looked like when PostgreSQL last answered, as JSON: at most one row.
CREATE TABLE cluster_seen (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  at_ms INTEGER NOT NULL,
  is_away INTEGER NOT NULL CHECK (is_away IN (0, 1)),
  seen TEXT NOT NULL
) STRICT;

-- When the record of commands was last verified, and its last entry then; NULL: it was broken. At most one row.
CREATE TABLE audit_verified (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  at_ms INTEGER NOT NULL,
  newest INTEGER,
  hash TEXT
) STRICT;
