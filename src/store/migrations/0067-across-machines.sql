-- What people spent on the other machines of a cluster, by day (UTC), as last heard: it counts while PostgreSQL is away, too.
CREATE TABLE spent_elsewhere (
  person TEXT NOT NULL,
  day_ms INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  PRIMARY KEY (person, day_ms)
) STRICT, WITHOUT ROWID;

-- People who were let in here before this folder was one of a cluster, given to it once: at most one row.
CREATE TABLE people_given (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at_ms INTEGER NOT NULL) STRICT;
