-- The chats in the browser, one for each person: what they and the program wrote, as it stands now.
CREATE TABLE web_messages (
  seq INTEGER PRIMARY KEY,
  channel TEXT NOT NULL,
  chat TEXT NOT NULL,
  -- 1, 2, 3 … in its chat.
  place INTEGER NOT NULL,
  id TEXT NOT NULL,
  author TEXT NOT NULL CHECK (author IN ('person', 'program')),
  body TEXT NOT NULL,
  -- The message that this one chooses an answer of, or replies to.
  target TEXT,
  reaction TEXT NOT NULL DEFAULT '',
  is_edited INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1)),
  at_ms INTEGER NOT NULL,
  -- The message as the inbox gets it, until it is there.
  waiting TEXT,
  UNIQUE (channel, chat, id),
  UNIQUE (channel, chat, place)
) STRICT;
CREATE INDEX web_messages_waiting ON web_messages (channel, seq) WHERE waiting IS NOT NULL;
CREATE INDEX web_messages_old ON web_messages (at_ms);

-- Files that came or went with them. Their bytes lie in a folder, under their hash.
CREATE TABLE web_files (
  seq INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES web_messages (seq) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Of a picture that may be shown: what its bytes say that it is.
  picture TEXT
) STRICT;
CREATE INDEX web_files_message ON web_files (message);
