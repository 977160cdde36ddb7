-- Rounds of a task that were taken back. Their messages and calls stay, and are no longer sent to the model or counted
-- as its work: `from_message` up to, but without, `to_message`; rounds after `round` up to `last_round`; checkpoints
-- after `since` up to `through`.
CREATE TABLE taken_back (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  round INTEGER NOT NULL,
  last_round INTEGER NOT NULL,
  from_message INTEGER NOT NULL,
  to_message INTEGER NOT NULL,
  since INTEGER NOT NULL,
  through INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX taken_back_by_session ON taken_back (session, seq);

-- A rewind is a row before it begins: one that was cut off is finished by the next program.
CREATE TABLE rewinds (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  round INTEGER NOT NULL,
  words TEXT NOT NULL,
  enclosure TEXT,
  inbox_seq INTEGER NOT NULL,
  source_message_id TEXT NOT NULL,
  back_to TEXT NOT NULL,
  held INTEGER NOT NULL CHECK (held IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('wanted', 'acting', 'done', 'failed')),
  plan TEXT,
  result TEXT,
  -- Message that says what came of it: words in reply to it say how to go on.
  message_id TEXT
) STRICT;
CREATE INDEX rewinds_by_session ON rewinds (session, seq);
CREATE INDEX rewinds_unfinished ON rewinds (seq) WHERE state IN ('wanted', 'acting');

-- Asks to which round, under the id of its message.
CREATE TABLE round_questions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  about TEXT NOT NULL CHECK (about IN ('rewind', 'fork')),
  rounds TEXT NOT NULL,
  words TEXT NOT NULL,
  inbox_seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'withdrawn')),
  asked_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX round_questions_open ON round_questions (conversation, seq) WHERE state = 'open';
CREATE INDEX round_questions_by_session ON round_questions (session, seq);

-- The files that the worktree of a task begins with, when it begins as a copy of another task; JSON.
ALTER TABLE worktrees ADD COLUMN start TEXT;

-- What the program says by itself: one line and one offer a topic, and never a second one.
CREATE TABLE follow_ups (
  seq INTEGER PRIMARY KEY,
  topic TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL REFERENCES sessions (id),
  instance TEXT NOT NULL,
  line TEXT NOT NULL,
  instruction TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'told', 'answered')),
  message_id TEXT,
  told_at_ms INTEGER,
  added_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX follow_ups_due ON follow_ups (instance, seq) WHERE state = 'due';
CREATE INDEX follow_ups_by_session ON follow_ups (session, seq);

-- Tests that passed in a task's worktree, to be run once more where its work was brought.
CREATE TABLE landed_tests (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  instance TEXT NOT NULL,
  project TEXT NOT NULL,
  line TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'done'))
) STRICT;

-- Remarks in a review that ask for nothing are offered, too.
ALTER TABLE pull_questions ADD COLUMN topic TEXT
  CHECK (topic IN ('checks', 'review', 'conflict', 'undone', 'comments'));
UPDATE pull_questions SET topic = about;
ALTER TABLE pull_questions DROP COLUMN about;
ALTER TABLE pull_questions RENAME COLUMN topic TO about;
