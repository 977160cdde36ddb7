-- Pull requests that the program opened and looks after. `seen` (JSON): what was last found, told and asked.
CREATE TABLE pull_requests (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  url TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  state TEXT NOT NULL CHECK (state IN ('followed', 'ended')),
  next_at_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  seen TEXT NOT NULL,
  PRIMARY KEY (repository, number)
) STRICT;
CREATE INDEX pull_requests_due ON pull_requests (repository, next_at_ms) WHERE state = 'followed';
CREATE INDEX pull_requests_by_session ON pull_requests (session);

-- Questions about them. `id` is that of the message that asks; `material` is somebody else's words, redacted.
CREATE TABLE pull_questions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  about TEXT NOT NULL CHECK (about IN ('checks', 'review', 'conflict')),
  choices TEXT NOT NULL,
  material TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'withdrawn')),
  answer TEXT,
  asked_at_ms INTEGER NOT NULL,
  answered_at_ms INTEGER,
  FOREIGN KEY (repository, number) REFERENCES pull_requests (repository, number)
) STRICT;
CREATE INDEX pull_questions_open ON pull_questions (conversation, seq) WHERE state = 'open';
