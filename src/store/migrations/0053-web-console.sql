-- One-time links into the console in the browser. Of a link's code only the hash is kept.
CREATE TABLE web_links (
  code_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT, WITHOUT ROWID;

-- Who is signed in there: the hash of the cookie's secret. Their rights are those of the person, read at each request.
CREATE TABLE web_sessions (
  secret_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  began_at_ms INTEGER NOT NULL,
  seen_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where running programs serve it: other commands make links into it.
CREATE TABLE web_addresses (
  instance TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
