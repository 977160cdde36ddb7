-- What stood in a workspace before and after each call that may have changed something; the contents are kept by git.
CREATE TABLE checkpoints (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  call TEXT NOT NULL,
  before TEXT,
  after TEXT,
  problem TEXT,
  UNIQUE (session, call)
) STRICT;

-- An undo is a row before it begins: one that was cut off is finished by the next program.
CREATE TABLE undos (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  through INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'acting', 'done', 'failed')),
  plan TEXT,
  result TEXT,
  revert TEXT CHECK (revert IN ('wanted', 'done'))
) STRICT;
CREATE INDEX undos_by_session ON undos (session, seq);
CREATE INDEX undos_unfinished ON undos (seq) WHERE state IN ('wanted', 'acting') OR revert = 'wanted';

-- Cards of sessions that have ended: a reaction on one means its session.
CREATE TABLE ended_cards (
  message_id TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id)
) STRICT, WITHOUT ROWID;
