-- `account` is the channel's name for a linked device. What was moved aside keeps its rows under a name of its own.

-- One program at a time. `epoch` grows with every holder; writes of an older one are refused.
CREATE TABLE whatsapp_leases (
  account TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  start_time TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  renewed_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE whatsapp_credentials (
  account TEXT NOT NULL,
  generation INTEGER NOT NULL,
  text TEXT NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account, generation)
) STRICT, WITHOUT ROWID;

CREATE TABLE whatsapp_keys (
  account TEXT NOT NULL,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account, type, id)
) STRICT, WITHOUT ROWID;

-- What arrived: the delivery receipt goes out before the program sees a message. `done_at_ms` is when it was in the
-- inbox; from then on the row only tells that a message that comes once more is known.
CREATE TABLE whatsapp_journal (
  seq INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  chat TEXT NOT NULL,
  participant TEXT NOT NULL,
  id TEXT NOT NULL,
  attributes TEXT NOT NULL,
  seen_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER,
  UNIQUE (account, chat, participant, id)
) STRICT;
CREATE INDEX whatsapp_journal_open ON whatsapp_journal (account, seq) WHERE done_at_ms IS NULL;
CREATE INDEX whatsapp_journal_by_age ON whatsapp_journal (account, done_at_ms) WHERE done_at_ms IS NOT NULL;

CREATE TABLE whatsapp_journal_parts (
  seq INTEGER PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES whatsapp_journal (seq) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  plaintext TEXT,
  UNIQUE (entry, hash)
) STRICT;
CREATE INDEX whatsapp_journal_parts_by_hash ON whatsapp_journal_parts (hash);

CREATE TABLE whatsapp_sent (
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  jid TEXT NOT NULL,
  message TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'acknowledged', 'refused')),
  error TEXT,
  sent_at_ms INTEGER NOT NULL,
  acknowledged_at_ms INTEGER,
  PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX whatsapp_sent_by_age ON whatsapp_sent (account, sent_at_ms);

CREATE TABLE whatsapp_contacts (
  account TEXT NOT NULL,
  person TEXT NOT NULL,
  jid TEXT NOT NULL,
  PRIMARY KEY (account, person)
) STRICT, WITHOUT ROWID;
