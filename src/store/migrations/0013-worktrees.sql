-- `number`: what people call a task of a conversation, `#2`; 0 for a talk. `project`: the workspace that a person knows,
-- also where the session works in a worktree of it.
ALTER TABLE sessions ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN project TEXT NOT NULL DEFAULT '';
UPDATE sessions SET project = workspace;
UPDATE sessions SET number = open.number
FROM (
  SELECT seq, row_number() OVER (PARTITION BY conversation ORDER BY seq) AS number FROM sessions
  WHERE mode = 'agent' AND status IN ('queued', 'running', 'waiting', 'paused')
) AS open
WHERE open.seq = sessions.seq;
DROP INDEX sessions_done;
CREATE INDEX sessions_done ON sessions (project, seq) WHERE status = 'done';
-- Whoever works in a folder: asked before a task begins there.
CREATE INDEX sessions_by_folder ON sessions (workspace, seq) WHERE status IN ('queued', 'running', 'waiting', 'paused');

-- Where a task works that does not work in the workspace itself. Choice and plan are rows before they are carried out.
CREATE TABLE worktrees (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  kind TEXT NOT NULL CHECK (kind IN ('dry-run', 'branch')),
  project TEXT NOT NULL,
  folder TEXT NOT NULL UNIQUE,
  branch TEXT,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'ready', 'gone')),
  made TEXT,
  choice TEXT CHECK (choice IN ('apply', 'merge', 'pull-request', 'keep', 'discard')),
  landing TEXT CHECK (landing IN ('wanted', 'acting', 'done', 'refused')),
  plan TEXT,
  chosen_by TEXT,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX worktrees_unfinished ON worktrees (session) WHERE landing IN ('wanted', 'acting');
