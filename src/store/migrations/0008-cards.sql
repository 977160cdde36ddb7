-- The message that shows how a session goes on, and when it was sent: edited in place for as long as that is possible.
CREATE TABLE cards (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  message_id TEXT NOT NULL,
  opened_at_ms INTEGER NOT NULL
) STRICT;
