-- Requests for which the secretary looks for a specialist, until the person has chosen.
CREATE TABLE routings (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  workspace TEXT NOT NULL,
  request TEXT NOT NULL,
  inbox_seqs TEXT NOT NULL,
  answers TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('wanted', 'asked', 'offered', 'accepted', 'cancelled', 'replaced', 'failed', 'passed')),
  material TEXT NOT NULL,
  message_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX routings_open ON routings (conversation) WHERE state IN ('wanted', 'asked', 'offered');
CREATE INDEX routings_by_age ON routings (at_ms);

-- Messages that belong to one of them: of the person who asked for it, its question, and its polls.
CREATE TABLE routing_messages (
  conversation TEXT NOT NULL,
  message_id TEXT NOT NULL,
  routing INTEGER NOT NULL REFERENCES routings (seq) ON DELETE CASCADE,
  PRIMARY KEY (conversation, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX routing_messages_of ON routing_messages (routing);

-- What a model cost before there was a session: `session` may be empty from now on.
CREATE TABLE spending_anew (
  seq INTEGER PRIMARY KEY,
  session TEXT REFERENCES sessions (id),
  person TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO spending_anew SELECT seq, session, person, input_tokens, output_tokens, cache_read_tokens,
  cache_write_tokens, micro_usd, at_ms FROM spending;
DROP TABLE spending;
ALTER TABLE spending_anew RENAME TO spending;
CREATE INDEX spending_by_person ON spending (person, at_ms, micro_usd);
CREATE INDEX spending_by_session ON spending (session);
CREATE INDEX spending_by_day ON spending (at_ms);
