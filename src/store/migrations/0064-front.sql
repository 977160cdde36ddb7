-- The front that this data folder belongs to: at most one row.
CREATE TABLE front_self (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), name TEXT NOT NULL) STRICT;

-- What came to a front, in its order. The words are kept until they are in the queue of a cell, and no longer.
CREATE TABLE front_arrivals (
  seq INTEGER PRIMARY KEY,
  -- Id of its job: the same for every try, increasing with seq.
  job TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'unreadable', 'missed')),
  account TEXT NOT NULL,
  chat TEXT NOT NULL,
  sender TEXT NOT NULL,
  message_id TEXT NOT NULL,
  item TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'published', 'refused')),
  -- Why a stranger's message went no further.
  reason TEXT,
  at_ms INTEGER NOT NULL,
  UNIQUE (kind, account, chat, sender, message_id)
) STRICT;
CREATE INDEX front_arrivals_waiting ON front_arrivals (seq) WHERE state = 'waiting';
CREATE INDEX front_arrivals_old ON front_arrivals (at_ms);

-- What cells gave a front to send, by the id of its job.
CREATE TABLE front_deliveries (
  job TEXT PRIMARY KEY,
  cell TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  chat TEXT NOT NULL,
  message_id TEXT NOT NULL,
  -- fenced: its cell no longer had the conversation.
  state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused', 'fenced')),
  reason TEXT,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX front_deliveries_old ON front_deliveries (at_ms);

-- Chats of people who may write: since when nothing was heard of them, and their language where their words show it.
CREATE TABLE front_chats (
  chat TEXT PRIMARY KEY,
  locale TEXT CHECK (locale IN ('en', 'es')),
  heard_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX front_chats_heard ON front_chats (heard_at_ms);

-- What a chat was told about an outage that lasts, so that it is told once.
CREATE TABLE front_notices (
  chat TEXT NOT NULL,
  -- database, cells (none is there), or the name of a cell after cell:
  about TEXT NOT NULL,
  message_id TEXT NOT NULL,
  is_sent INTEGER NOT NULL CHECK (is_sent IN (0, 1)),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (chat, about)
) STRICT, WITHOUT ROWID;
