-- Projects that somebody wants: a clone, or without a url an empty repository.
CREATE TABLE new_workspaces (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  url TEXT,
  name TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'done', 'failed', 'cancelled')),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX new_workspaces_wanted ON new_workspaces (conversation) WHERE state = 'wanted';
