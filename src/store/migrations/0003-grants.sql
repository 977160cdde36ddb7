-- What a yes may cover, as the question said (JSON), what has changed since an earlier yes (JSON), and the scope chosen.
ALTER TABLE approvals ADD COLUMN offers TEXT;
ALTER TABLE approvals ADD COLUMN changes TEXT;
ALTER TABLE approvals ADD COLUMN scope TEXT CHECK (scope IN ('once', 'session', 'always', 'prefix'));

-- Approvals that outlive their question. `words` is what is covered: an exact argv, the beginning of one, or a name
-- such as push. `scripts` are the files it runs with their SHA-256, `outside` the places it names outside the project;
-- `access` is what it may touch in a sandbox. A row is added and revoked, nothing else.
CREATE TABLE grants (
  seq INTEGER PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('session', 'always')),
  kind TEXT NOT NULL CHECK (kind IN ('argv', 'prefix', 'name')),
  conversation TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  workspace TEXT NOT NULL,
  words TEXT NOT NULL,
  executable TEXT,
  scripts TEXT NOT NULL,
  outside TEXT NOT NULL,
  access TEXT,
  display TEXT NOT NULL,
  granted_by TEXT NOT NULL,
  approval INTEGER NOT NULL REFERENCES approvals (seq),
  granted_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER,
  CHECK ((kind = 'name') = (executable IS NULL))
) STRICT;
CREATE INDEX grants_in_force ON grants (conversation, workspace, seq) WHERE revoked_at_ms IS NULL;

CREATE TRIGGER grants_are_not_changed BEFORE UPDATE OF
  seq, scope, kind, conversation, session, workspace, words, executable, scripts, outside, access, display, granted_by,
  approval, granted_at_ms ON grants
BEGIN SELECT RAISE(ABORT, 'grants are added and revoked, never changed'); END;
CREATE TRIGGER grants_stay_revoked BEFORE UPDATE OF revoked_at_ms ON grants WHEN OLD.revoked_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked grant stays revoked'); END;
CREATE TRIGGER grants_are_not_deleted BEFORE DELETE ON grants
BEGIN SELECT RAISE(ABORT, 'grants are added and revoked, never deleted'); END;

-- The calls that a grant let through.
CREATE TABLE grant_uses (
  grant_seq INTEGER NOT NULL REFERENCES grants (seq),
  session TEXT NOT NULL,
  call TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (grant_seq, session, call)
) STRICT, WITHOUT ROWID;

-- Until now a yes to a named question held for its session by the approval's own row.
INSERT INTO grants (scope, kind, conversation, session, workspace, words, scripts, outside, display, granted_by,
  approval, granted_at_ms)
SELECT 'session', 'name', a.conversation, a.session, s.workspace, json_array(a.grant_name), '[]', '[]', a.grant_name,
  a.requester, a.seq, coalesce(a.answered_at_ms, a.asked_at_ms)
FROM approvals a JOIN sessions s ON s.id = a.session
WHERE a.state = 'approved' AND a.grant_name IS NOT NULL;
