-- Lines that an owner has kept in USER.md or TOOLS.md: a row first, then the file. `added` stands at the end of a text
-- whose hash is `after`; for as long as the file has that hash, the line can be taken back. NULL in `before`: no file.
CREATE TABLE notes (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  conversation TEXT NOT NULL,
  file TEXT NOT NULL CHECK (file IN ('USER.md', 'TOOLS.md')),
  place TEXT NOT NULL,
  added TEXT NOT NULL,
  before TEXT,
  after TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undone_at_ms INTEGER
) STRICT;
CREATE INDEX notes_standing ON notes (conversation, seq) WHERE undone_at_ms IS NULL;
