-- Times are milliseconds since 1970, except in agent_command_log. Money is in millionths of a dollar.

CREATE TABLE instances (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  start_time TEXT NOT NULL,
  registered_at_ms INTEGER NOT NULL
) STRICT;

-- What was accepted. The whole message is JSON; its identity is repeated in columns to be unique.
CREATE TABLE inbox (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  chat TEXT NOT NULL,
  sender TEXT NOT NULL,
  message_id TEXT NOT NULL,
  message TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('accepted', 'done', 'refused')),
  reason TEXT,
  received_at_ms INTEGER NOT NULL,
  UNIQUE (account, chat, sender, message_id)
) STRICT;
CREATE INDEX inbox_unfinished ON inbox (instance, seq) WHERE state = 'accepted';

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  chat TEXT NOT NULL,
  channel TEXT NOT NULL,
  dedupe_key TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  ephemeral INTEGER NOT NULL CHECK (ephemeral IN (0, 1)),
  attempts INTEGER NOT NULL,
  next_at_ms INTEGER NOT NULL,
  added_at_ms INTEGER NOT NULL,
  sent_at_ms INTEGER,
  error TEXT
) STRICT;
CREATE INDEX outbox_unsent ON outbox (instance, conversation, seq) WHERE state IN ('queued', 'sending');

CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  locale TEXT CHECK (locale IN ('en', 'es'))
) STRICT;

CREATE TABLE sessions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  owner TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('agent', 'talk')),
  workspace TEXT NOT NULL,
  model TEXT NOT NULL,
  status TEXT NOT NULL
    CHECK (status IN ('queued', 'running', 'waiting', 'paused', 'parked', 'done', 'failed', 'cancelled')),
  reason TEXT,
  cancel_requested INTEGER NOT NULL CHECK (cancel_requested IN (0, 1)),
  round INTEGER NOT NULL,
  stretch_start INTEGER NOT NULL,
  active_ms INTEGER NOT NULL,
  cost_micro_usd INTEGER NOT NULL,
  cost_known INTEGER NOT NULL CHECK (cost_known IN (0, 1)),
  tokens INTEGER NOT NULL,
  extra_micro_usd INTEGER NOT NULL,
  wake_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  source_message_id TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es'))
) STRICT;
CREATE INDEX sessions_by_status ON sessions (instance, status);
CREATE INDEX sessions_by_conversation ON sessions (conversation, seq);

-- Apart from sessions: these texts are long and hardly change, and every round rewrites its session's row.
CREATE TABLE session_texts (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  task TEXT NOT NULL,
  system TEXT,
  tools TEXT
) STRICT;

CREATE TABLE steering (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  text TEXT NOT NULL,
  inbox_seq INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  taken_round INTEGER
) STRICT;
CREATE INDEX steering_unread ON steering (session, seq) WHERE taken_round IS NULL;

CREATE TABLE history (
  session TEXT NOT NULL REFERENCES sessions (id),
  seq INTEGER NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT;

CREATE TABLE task_plans (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  plan TEXT NOT NULL
) STRICT;

CREATE TABLE calls (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  id TEXT NOT NULL,
  round INTEGER NOT NULL,
  position INTEGER NOT NULL,
  tool TEXT NOT NULL,
  input TEXT NOT NULL,
  malformed TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'started', 'done')),
  prepared TEXT NOT NULL,
  result TEXT,
  started_at_ms INTEGER,
  UNIQUE (session, id),
  CHECK ((state = 'done') = (result IS NOT NULL))
) STRICT;
CREATE INDEX calls_by_round ON calls (session, round, position);

CREATE TABLE approvals (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  call TEXT NOT NULL,
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  tool TEXT NOT NULL,
  binding_hash TEXT NOT NULL,
  grant_name TEXT,
  question TEXT NOT NULL,
  details TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'expired', 'withdrawn')),
  message_id TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  answered_at_ms INTEGER,
  answer TEXT,
  reminded_at_ms INTEGER,
  used INTEGER NOT NULL CHECK (used IN (0, 1)),
  CHECK (used = 0 OR state = 'approved')
) STRICT;
-- Ids are three characters, so they come back; two that still matter may not be the same.
CREATE UNIQUE INDEX approvals_live ON approvals (id)
  WHERE state = 'pending' OR (state = 'approved' AND used = 0);
CREATE INDEX approvals_by_id ON approvals (id, seq);
CREATE INDEX approvals_by_call ON approvals (session, call, seq);
CREATE INDEX approvals_by_message ON approvals (conversation, message_id);
CREATE INDEX approvals_pending ON approvals (conversation, seq) WHERE state = 'pending';

-- The audit table as specified, column for column; printed queries rely on it.
CREATE TABLE agent_command_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  command TEXT NOT NULL,
  decision TEXT NOT NULL,
  exit_code INTEGER,
  stdout_preview TEXT,
  stderr_preview TEXT,
  duration_ms INTEGER,
  started_at TEXT DEFAULT (datetime('now')),
  completed_at TEXT,
  error TEXT
);

-- Which tool call the newest attempt in the audit table belongs to.
CREATE TABLE command_log_calls (
  session TEXT NOT NULL,
  call TEXT NOT NULL,
  log_id INTEGER NOT NULL REFERENCES agent_command_log (id),
  PRIMARY KEY (session, call)
) STRICT, WITHOUT ROWID;

CREATE TABLE files_seen (
  session TEXT NOT NULL REFERENCES sessions (id),
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (session, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE files_written (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  path TEXT NOT NULL,
  before_hash TEXT,
  after_hash TEXT,
  held_foreign_changes INTEGER NOT NULL CHECK (held_foreign_changes IN (0, 1)),
  UNIQUE (session, path)
) STRICT;

CREATE TABLE commits (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  hash TEXT NOT NULL,
  UNIQUE (session, hash)
) STRICT;

CREATE TABLE session_git (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  baseline TEXT,
  own_branch TEXT
) STRICT;

CREATE TABLE processes (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  id TEXT NOT NULL,
  command TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  read_stdout INTEGER NOT NULL,
  read_stderr INTEGER NOT NULL,
  UNIQUE (session, id)
) STRICT;

CREATE TABLE spending (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  person TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX spending_by_person ON spending (person, at_ms, micro_usd);
