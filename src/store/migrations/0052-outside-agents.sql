-- Other agents that may give tasks here, by the SHA-256 of their token. A name is never given again: it also names the
-- conversation that holds what it began.
CREATE TABLE outside_agents (
  name TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('member', 'reader')),
  workspaces TEXT,
  made_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT;

-- What the calls of such an agent began, by the id that it gave each call: the same call again begins nothing.
CREATE TABLE outside_tasks (
  agent TEXT NOT NULL,
  request TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  PRIMARY KEY (agent, request)
) STRICT;

CREATE INDEX outside_tasks_session ON outside_tasks (session);

-- Calls of tools of MCP servers, for the figures.
CREATE INDEX calls_of_servers ON calls (started_at_ms) WHERE tool = 'use_tool' OR tool GLOB 'mcp__*';
