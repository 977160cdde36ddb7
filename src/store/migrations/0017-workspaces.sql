-- The project that a conversation works in, where it is not PROJECT_ROOT.
CREATE TABLE conversation_workspaces (
  conversation TEXT PRIMARY KEY,
  workspace TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
