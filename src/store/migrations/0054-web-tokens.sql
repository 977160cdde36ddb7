-- Who may read the API of the console, by the hash of a token. Its rights are those of the person.
CREATE TABLE web_tokens (
  token_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
