-- MCP servers of projects that an owner was shown (shown) or accepted (accepted), by everything that decides what is
-- started or reached; and servers that an owner switched off (off). The project of the owner's own servers is ''.
CREATE TABLE mcp_servers (
  project TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('shown', 'accepted', 'off')),
  hash TEXT NOT NULL,
  person TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (project, name, state)
) STRICT, WITHOUT ROWID;

-- What a server had when it was last asked, by the hash of its configuration and the project: a task begins
-- without waiting for it.
CREATE TABLE mcp_offers (
  hash TEXT NOT NULL,
  project TEXT NOT NULL,
  offer TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (hash, project)
) STRICT;

-- The tools of servers that a session began with: they stay as they were then.
CREATE TABLE mcp_session_tools (
  session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id),
  tools TEXT NOT NULL
) STRICT;
