-- The language of a chat: messages in a row that were clearly in another one, and whether somebody chose it.
ALTER TABLE conversations ADD COLUMN other_language INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN language_chosen INTEGER NOT NULL DEFAULT 0 CHECK (language_chosen IN (0, 1));

-- Where a person began afresh in a chat: sessions up to this one are not talked about any more.
CREATE TABLE fresh_starts (
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  after_session TEXT NOT NULL,
  PRIMARY KEY (conversation, person)
) STRICT, WITHOUT ROWID;

-- Questions whether words of a person are to begin a task, or to continue one that has ended.
CREATE TABLE offers (
  seq INTEGER PRIMARY KEY,
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  code TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('begin', 'continue')),
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  words TEXT NOT NULL,
  enclosure TEXT,
  source_message TEXT NOT NULL,
  message_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'replaced')),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX offers_by_person ON offers (conversation, person, seq);
CREATE INDEX offers_by_message ON offers (conversation, message_id);
CREATE INDEX offers_by_age ON offers (at_ms);
