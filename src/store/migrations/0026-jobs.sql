-- Jobs that somebody asked for in a chat. `plan` is JSON, as it was shown; `session` the latest that runs it.
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  owner TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  workspace TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('request', 'saved')),
  request TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('planning', 'planned', 'refused', 'cancelled', 'started')),
  plan TEXT,
  hash TEXT,
  outputs TEXT,
  session TEXT REFERENCES sessions (id),
  message_id TEXT NOT NULL,
  cost_micro_usd INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  planned_at_ms INTEGER,
  CHECK (state NOT IN ('planned', 'started') OR (plan IS NOT NULL AND hash IS NOT NULL)),
  CHECK (state <> 'started' OR session IS NOT NULL)
) STRICT;
CREATE INDEX jobs_by_conversation ON jobs (conversation, seq);
CREATE INDEX jobs_planning ON jobs (instance) WHERE state = 'planning';
CREATE INDEX jobs_by_age ON jobs (created_at_ms);
