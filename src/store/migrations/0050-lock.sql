-- What proves that it is the owner who writes. One row: what a code is compared with lies in a file beside the database, and
-- where the file is missing nothing is proved any more. `used_step` is the last time step of which a code was taken.
CREATE TABLE lock_factor (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  kind TEXT NOT NULL CHECK (kind IN ('pin', 'totp')),
  since_ms INTEGER NOT NULL,
  used_step INTEGER
) STRICT;

-- When each owner last wrote, whether their chats are locked, and how many wrong codes came since the last right one.
CREATE TABLE lock_people (
  person TEXT PRIMARY KEY,
  conversation TEXT,
  heard_at_ms INTEGER NOT NULL,
  locked_at_ms INTEGER,
  why TEXT CHECK (why IN ('asked', 'idle', 'clock')),
  wrong INTEGER NOT NULL DEFAULT 0,
  wrong_at_ms INTEGER
) STRICT;

-- Actions of a person that wait for a code: what was decided, and when.
CREATE TABLE lock_answers (
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  actions TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (conversation, person)
) STRICT;

-- When a message was held back; it is neither sent nor in the way of those behind it.
ALTER TABLE outbox ADD COLUMN held_at_ms INTEGER;
CREATE INDEX outbox_held ON outbox (instance, conversation, seq) WHERE held_at_ms IS NOT NULL;
