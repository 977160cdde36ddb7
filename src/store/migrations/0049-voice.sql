-- Chats that also hear what they read. `trouble_told`: since the last voice note that could be made, the chat was told that none can.
CREATE TABLE voice_chats (
  conversation TEXT PRIMARY KEY,
  hears TEXT NOT NULL CHECK (hears IN ('reports', 'questions')),
  trouble_told INTEGER NOT NULL DEFAULT 0 CHECK (trouble_told IN (0, 1)),
  at_ms INTEGER NOT NULL
) STRICT;
-- What is to be heard, each once. `tries` counts the requests to the speech service, each before it is made.
CREATE TABLE voice_notes (
  seq INTEGER PRIMARY KEY,
  topic TEXT NOT NULL UNIQUE,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  payer TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  text TEXT NOT NULL,
  approval TEXT,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'dropped', 'failed')),
  tries INTEGER NOT NULL DEFAULT 0,
  added_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX voice_notes_due ON voice_notes (instance) WHERE state = 'due';
