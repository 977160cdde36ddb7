-- A history may also be replaced by itself without thinking, because another model goes on with it.
CREATE TABLE new_compactions (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  up_to INTEGER NOT NULL,
  messages TEXT NOT NULL,
  summary TEXT NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('summary', 'digest', 'switch')),
  tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL,
  window_tokens INTEGER,
  micro_usd INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO new_compactions (seq, session, up_to, messages, summary, method, tokens_before, tokens_after, window_tokens, micro_usd, at_ms)
  SELECT seq, session, up_to, messages, summary, method, tokens_before, tokens_after, window_tokens, micro_usd, at_ms FROM compactions;
DROP TABLE compactions;
ALTER TABLE new_compactions RENAME TO compactions;
CREATE INDEX compactions_by_session ON compactions (session, seq);
