-- What stands for the older part of a session's history; the last row is in force. The history itself stays.
CREATE TABLE compactions (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  up_to INTEGER NOT NULL,
  messages TEXT NOT NULL,
  summary TEXT NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('summary', 'digest')),
  tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL,
  window_tokens INTEGER,
  micro_usd INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX compactions_by_session ON compactions (session, seq);

-- How large the context was with the first so many messages of the history, as the API counted it.
CREATE TABLE measured_contexts (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  messages INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;

CREATE TABLE compaction_requests (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  words TEXT NOT NULL,
  back_to TEXT
) STRICT;
