-- What all migrations together make. A test writes it: npx vitest run tests/store/migrate.test.ts -u

CREATE TABLE instances (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  start_time TEXT NOT NULL,
  registered_at_ms INTEGER NOT NULL
, seen_at_ms INTEGER NOT NULL DEFAULT 0) STRICT;
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
, held_at_ms INTEGER) STRICT;
CREATE INDEX outbox_unsent ON outbox (instance, conversation, seq) WHERE state IN ('queued', 'sending');
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  locale TEXT CHECK (locale IN ('en', 'es'))
, other_language INTEGER NOT NULL DEFAULT 0, language_chosen INTEGER NOT NULL DEFAULT 0 CHECK (language_chosen IN (0, 1))) STRICT;
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
, number INTEGER NOT NULL DEFAULT 0, project TEXT NOT NULL DEFAULT '', cron TEXT, forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1, 2)), outage_waits INTEGER, earlier_active_ms INTEGER) STRICT;
CREATE INDEX sessions_by_status ON sessions (instance, status);
CREATE INDEX sessions_by_conversation ON sessions (conversation, seq);
CREATE TABLE session_texts (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  task TEXT NOT NULL,
  system TEXT,
  tools TEXT
, assignment TEXT, terms TEXT) STRICT;
CREATE TABLE steering (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  text TEXT NOT NULL,
  inbox_seq INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  taken_round INTEGER
, enclosure TEXT) STRICT;
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
  started_at_ms INTEGER, under TEXT,
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
  used INTEGER NOT NULL CHECK (used IN (0, 1)), offers TEXT, changes TEXT, scope TEXT CHECK (scope IN ('once', 'session', 'always', 'prefix', 'finish')), answered_by TEXT, facts TEXT,
  CHECK (used = 0 OR state = 'approved')
) STRICT;
CREATE UNIQUE INDEX approvals_live ON approvals (id)
  WHERE state = 'pending' OR (state = 'approved' AND used = 0);
CREATE INDEX approvals_by_id ON approvals (id, seq);
CREATE INDEX approvals_by_call ON approvals (session, call, seq);
CREATE INDEX approvals_by_message ON approvals (conversation, message_id);
CREATE INDEX approvals_pending ON approvals (conversation, seq) WHERE state = 'pending';
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
  read_stderr INTEGER NOT NULL, call TEXT, fate TEXT, ended_at_ms INTEGER, told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)), lasts TEXT NOT NULL DEFAULT 'task' CHECK (lasts IN ('task', 'limit', 'stopped')),
  UNIQUE (session, id)
) STRICT;
CREATE TABLE audit_chain (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('attempt', 'result', 'imported')),
  log_id INTEGER NOT NULL,
  session TEXT NOT NULL,
  digest TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_chain_by_row ON audit_chain (log_id, kind, seq);
CREATE TRIGGER audit_chain_is_not_changed BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'audit_chain is append-only'); END;
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
CREATE TABLE grant_uses (
  grant_seq INTEGER NOT NULL REFERENCES grants (seq),
  session TEXT NOT NULL,
  call TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (grant_seq, session, call)
) STRICT, WITHOUT ROWID;
CREATE TABLE whatsapp_leases (
  account TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  start_time TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  renewed_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE whatsapp_credentials (
  account TEXT NOT NULL,
  generation INTEGER NOT NULL,
  text TEXT NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account, generation)
) STRICT, WITHOUT ROWID;
CREATE TABLE whatsapp_keys (
  account TEXT NOT NULL,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account, type, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE whatsapp_journal (
  seq INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  chat TEXT NOT NULL,
  participant TEXT NOT NULL,
  id TEXT NOT NULL,
  attributes TEXT NOT NULL,
  seen_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER,
  UNIQUE (account, chat, participant, id)
) STRICT;
CREATE INDEX whatsapp_journal_open ON whatsapp_journal (account, seq) WHERE done_at_ms IS NULL;
CREATE INDEX whatsapp_journal_by_age ON whatsapp_journal (account, done_at_ms) WHERE done_at_ms IS NOT NULL;
CREATE TABLE whatsapp_journal_parts (
  seq INTEGER PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES whatsapp_journal (seq) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  plaintext TEXT,
  UNIQUE (entry, hash)
) STRICT;
CREATE INDEX whatsapp_journal_parts_by_hash ON whatsapp_journal_parts (hash);
CREATE TABLE whatsapp_sent (
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  jid TEXT NOT NULL,
  message TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'acknowledged', 'refused')),
  error TEXT,
  sent_at_ms INTEGER NOT NULL,
  acknowledged_at_ms INTEGER,
  PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX whatsapp_sent_by_age ON whatsapp_sent (account, sent_at_ms);
CREATE TABLE whatsapp_contacts (
  account TEXT NOT NULL,
  person TEXT NOT NULL,
  jid TEXT NOT NULL,
  PRIMARY KEY (account, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX processes_open ON processes (session) WHERE fate IS NULL;
CREATE INDEX inbox_finished ON inbox (received_at_ms) WHERE state <> 'accepted' AND message <> '{}';
CREATE INDEX outbox_finished ON outbox (added_at_ms) WHERE state IN ('sent', 'failed') AND body <> '{}';
CREATE TABLE people (
  phone TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
  workspaces TEXT,
  admitted_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE invitations (
  seq INTEGER PRIMARY KEY,
  code_hash TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
  workspaces TEXT,
  expires_at_ms INTEGER NOT NULL,
  tries_left INTEGER NOT NULL,
  used_by TEXT,
  used_at_ms INTEGER
) STRICT;
CREATE TABLE direct_chats (
  person TEXT PRIMARY KEY,
  conversation TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE fetched (
  person TEXT NOT NULL,
  day INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (person, day)
) STRICT;
CREATE TABLE cards (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  message_id TEXT NOT NULL,
  opened_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE measured_contexts (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  messages INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;
CREATE TABLE compaction_requests (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  words TEXT NOT NULL,
  back_to TEXT
) STRICT;
CREATE TABLE checkpoints (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  call TEXT NOT NULL,
  before TEXT,
  after TEXT,
  problem TEXT,
  UNIQUE (session, call)
) STRICT;
CREATE TABLE undos (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  through INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'acting', 'done', 'failed')),
  plan TEXT,
  result TEXT,
  revert TEXT CHECK (revert IN ('wanted', 'done'))
) STRICT;
CREATE INDEX undos_by_session ON undos (session, seq);
CREATE INDEX undos_unfinished ON undos (seq) WHERE state IN ('wanted', 'acting') OR revert = 'wanted';
CREATE TABLE ended_cards (
  message_id TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE pull_requests (
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  url TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  state TEXT NOT NULL CHECK (state IN ('followed', 'ended')),
  next_at_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  seen TEXT NOT NULL,
  PRIMARY KEY (repository, number)
) STRICT;
CREATE INDEX pull_requests_due ON pull_requests (repository, next_at_ms) WHERE state = 'followed';
CREATE INDEX pull_requests_by_session ON pull_requests (session);
CREATE TABLE pull_questions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  choices TEXT NOT NULL,
  material TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'withdrawn')),
  answer TEXT,
  asked_at_ms INTEGER NOT NULL,
  answered_at_ms INTEGER, about TEXT
  CHECK (about IN ('checks', 'review', 'conflict', 'undone', 'comments', 'behind')),
  FOREIGN KEY (repository, number) REFERENCES pull_requests (repository, number)
) STRICT;
CREATE INDEX pull_questions_open ON pull_questions (conversation, seq) WHERE state = 'open';
CREATE INDEX sessions_done ON sessions (project, seq) WHERE status = 'done';
CREATE INDEX sessions_by_folder ON sessions (workspace, seq) WHERE status IN ('queued', 'running', 'waiting', 'paused');
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
, start TEXT) STRICT;
CREATE INDEX worktrees_unfinished ON worktrees (session) WHERE landing IN ('wanted', 'acting');
CREATE TABLE loop_detections (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  action TEXT NOT NULL CHECK (action IN ('warning', 'circuit_breaker')),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX command_log_by_time ON agent_command_log (started_at);
CREATE INDEX approvals_by_time ON approvals (asked_at_ms);
CREATE INDEX outbox_given_up ON outbox (added_at_ms) WHERE state = 'failed' AND ephemeral = 0;
CREATE TABLE user_cron_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  phone_number TEXT NOT NULL,
  schedule TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at TEXT DEFAULT (datetime('now')),
  active INTEGER DEFAULT 1,
  name TEXT NOT NULL,
  channel TEXT NOT NULL,
  conversation TEXT NOT NULL,
  in_group INTEGER NOT NULL CHECK (in_group IN (0, 1)),
  kind TEXT NOT NULL CHECK (kind IN ('cron', 'every', 'at')),
  timezone TEXT NOT NULL,
  policy TEXT NOT NULL CHECK (policy IN ('once', 'skip', 'all')),
  next_at_ms INTEGER,
  pause_reason TEXT CHECK (pause_reason IN ('asked', 'failures', 'access', 'unreadable')),
  failures INTEGER NOT NULL DEFAULT 0,
  last_key TEXT,
  last_nominal_ms INTEGER,
  last_at_ms INTEGER,
  last_outcome TEXT
    CHECK (last_outcome IN ('sent', 'pending', 'refused', 'done', 'failed', 'parked', 'cancelled')),
  last_session TEXT,
  skip_first_ms INTEGER,
  skip_last_ms INTEGER,
  skip_at_ms INTEGER,
  deleted_at_ms INTEGER, workspace TEXT, skip_reason TEXT CHECK (skip_reason IN ('late', 'overlap', 'failures', 'busy', 'money')),
  UNIQUE (conversation, name),
  CHECK (active = 0 OR (next_at_ms IS NOT NULL AND pause_reason IS NULL))
);
CREATE INDEX cron_jobs_due ON user_cron_jobs (channel, next_at_ms) WHERE active = 1 AND deleted_at_ms IS NULL;
CREATE INDEX cron_jobs_pending ON user_cron_jobs (last_key) WHERE last_outcome = 'pending';
CREATE INDEX cron_jobs_by_person ON user_cron_jobs (phone_number);
CREATE TABLE cron_zones (
  conversation TEXT PRIMARY KEY,
  timezone TEXT NOT NULL
) STRICT;
CREATE TABLE conversation_workspaces (
  conversation TEXT PRIMARY KEY,
  workspace TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE notes (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  conversation TEXT NOT NULL,
  file TEXT NOT NULL CHECK (file IN ('USER.md', 'TOOLS.md')),
  place TEXT NOT NULL,
  added TEXT NOT NULL,
  before TEXT,
  after TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undone_at_ms INTEGER
, said_by TEXT) STRICT;
CREATE INDEX notes_standing ON notes (conversation, seq) WHERE undone_at_ms IS NULL;
CREATE TABLE trace_spans (
  id INTEGER PRIMARY KEY,
  trace_id TEXT NOT NULL,
  span_id TEXT NOT NULL UNIQUE,
  parent_id TEXT,
  session TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('tool', 'agent', 'system', 'user')),
  start_ms INTEGER NOT NULL,
  -- NULL while it is under way, and of one that a kill cut off.
  end_ms INTEGER,
  status TEXT NOT NULL CHECK (status IN ('unset', 'ok', 'error', 'interrupted')),
  -- JSON
  input TEXT,
  output TEXT,
  attributes TEXT NOT NULL
) STRICT;
CREATE INDEX trace_spans_by_session ON trace_spans (session, start_ms);
CREATE INDEX trace_spans_by_time ON trace_spans (start_ms);
CREATE TABLE new_workspaces (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  url TEXT,
  name TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'done', 'failed', 'cancelled')),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX new_workspaces_wanted ON new_workspaces (conversation) WHERE state = 'wanted';
CREATE INDEX sessions_ended ON sessions (ended_at_ms) WHERE forgotten = 0 AND status IN ('done', 'failed', 'cancelled');
CREATE INDEX sessions_going ON sessions (seq) WHERE forgotten = 1;
CREATE INDEX steering_by_session ON steering (session);
CREATE TABLE audit_cuts (
  up_to INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  last_row INTEGER NOT NULL,
  -- When the last command that went was attempted.
  until TEXT NOT NULL,
  cut_at TEXT NOT NULL DEFAULT (datetime('now'))
) STRICT;
CREATE TRIGGER audit_cuts_follow BEFORE INSERT ON audit_cuts
WHEN NEW.up_to <= coalesce((SELECT max(up_to) FROM audit_cuts), 0)
  OR NEW.hash IS NOT (SELECT hash FROM audit_chain WHERE seq = NEW.up_to)
BEGIN SELECT RAISE(ABORT, 'a cut names an entry that is there, behind the last one'); END;
CREATE TRIGGER audit_cuts_spare_the_young BEFORE INSERT ON audit_cuts
WHEN EXISTS (SELECT 1 FROM audit_chain
  WHERE seq <= NEW.up_to AND kind <> 'result' AND at > datetime('now', '-29 days'))
BEGIN SELECT RAISE(ABORT, 'nothing of the last 29 days is removed'); END;
CREATE TRIGGER audit_cuts_are_not_changed BEFORE UPDATE ON audit_cuts
BEGIN SELECT RAISE(ABORT, 'audit_cuts is append-only'); END;
CREATE TRIGGER audit_cuts_are_not_deleted BEFORE DELETE ON audit_cuts
BEGIN SELECT RAISE(ABORT, 'audit_cuts is append-only'); END;
CREATE TRIGGER audit_chain_is_not_shortened BEFORE DELETE ON audit_chain
WHEN OLD.seq > coalesce((SELECT max(up_to) FROM audit_cuts), 0)
BEGIN SELECT RAISE(ABORT, 'audit_chain is append-only'); END;
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
CREATE TABLE routing_messages (
  conversation TEXT NOT NULL,
  message_id TEXT NOT NULL,
  routing INTEGER NOT NULL REFERENCES routings (seq) ON DELETE CASCADE,
  PRIMARY KEY (conversation, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX routing_messages_of ON routing_messages (routing);
CREATE TABLE "spending" (
  seq INTEGER PRIMARY KEY,
  session TEXT REFERENCES sessions (id),
  person TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
, conversation TEXT, model TEXT, round INTEGER) STRICT;
CREATE INDEX spending_by_person ON spending (person, at_ms, micro_usd);
CREATE INDEX spending_by_session ON spending (session);
CREATE INDEX spending_by_day ON spending (at_ms);
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  owner TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  workspace TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('request', 'saved')),
  request TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('planning', 'planned', 'refused', 'cancelled', 'started')),
  plan TEXT,
  hash TEXT,
  outputs TEXT,
  session TEXT REFERENCES sessions (id),
  message_id TEXT NOT NULL,
  cost_micro_usd INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  planned_at_ms INTEGER,
  CHECK (state NOT IN ('planned', 'started') OR (plan IS NOT NULL AND hash IS NOT NULL)),
  CHECK (state <> 'started' OR session IS NOT NULL)
) STRICT;
CREATE INDEX jobs_by_conversation ON jobs (conversation, seq);
CREATE INDEX jobs_planning ON jobs (instance) WHERE state = 'planning';
CREATE INDEX jobs_by_age ON jobs (created_at_ms);
CREATE TABLE trusted_files (
  workspace TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('shown', 'accepted')),
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  person TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (workspace, name, state)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_cmd_log_session ON agent_command_log(session_id);
CREATE INDEX idx_cmd_log_phone ON agent_command_log(phone_number);
CREATE TABLE approval_copies (
  approval INTEGER NOT NULL REFERENCES approvals (seq),
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (approval, conversation)
) STRICT, WITHOUT ROWID;
CREATE INDEX approval_copies_by_message ON approval_copies (conversation, message_id);
CREATE TABLE event_loop_stops (
  minute_ms INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  longest_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE fresh_starts (
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  after_session TEXT NOT NULL,
  PRIMARY KEY (conversation, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE offers (
  seq INTEGER PRIMARY KEY,
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  code TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('begin', 'continue')),
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  words TEXT NOT NULL,
  enclosure TEXT,
  source_message TEXT NOT NULL,
  message_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'replaced')),
  at_ms INTEGER NOT NULL
, task TEXT) STRICT;
CREATE INDEX offers_by_person ON offers (conversation, person, seq);
CREATE INDEX offers_by_message ON offers (conversation, message_id);
CREATE INDEX offers_by_age ON offers (at_ms);
CREATE TABLE taken_back (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  round INTEGER NOT NULL,
  last_round INTEGER NOT NULL,
  from_message INTEGER NOT NULL,
  to_message INTEGER NOT NULL,
  since INTEGER NOT NULL,
  through INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX taken_back_by_session ON taken_back (session, seq);
CREATE TABLE rewinds (
  seq INTEGER PRIMARY KEY,
  instance TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  requester TEXT NOT NULL,
  round INTEGER NOT NULL,
  words TEXT NOT NULL,
  enclosure TEXT,
  inbox_seq INTEGER NOT NULL,
  source_message_id TEXT NOT NULL,
  back_to TEXT NOT NULL,
  held INTEGER NOT NULL CHECK (held IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('wanted', 'acting', 'done', 'failed')),
  plan TEXT,
  result TEXT,
  -- Message that says what came of it: words in reply to it say how to go on.
  message_id TEXT
) STRICT;
CREATE INDEX rewinds_by_session ON rewinds (session, seq);
CREATE INDEX rewinds_unfinished ON rewinds (seq) WHERE state IN ('wanted', 'acting');
CREATE TABLE round_questions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL REFERENCES sessions (id),
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  about TEXT NOT NULL CHECK (about IN ('rewind', 'fork')),
  rounds TEXT NOT NULL,
  words TEXT NOT NULL,
  inbox_seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'withdrawn')),
  asked_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX round_questions_open ON round_questions (conversation, seq) WHERE state = 'open';
CREATE INDEX round_questions_by_session ON round_questions (session, seq);
CREATE TABLE follow_ups (
  seq INTEGER PRIMARY KEY,
  topic TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL REFERENCES sessions (id),
  instance TEXT NOT NULL,
  line TEXT NOT NULL,
  instruction TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'told', 'answered')),
  message_id TEXT,
  told_at_ms INTEGER,
  added_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX follow_ups_due ON follow_ups (instance, seq) WHERE state = 'due';
CREATE INDEX follow_ups_by_session ON follow_ups (session, seq);
CREATE TABLE landed_tests (
  session TEXT PRIMARY KEY REFERENCES sessions (id),
  instance TEXT NOT NULL,
  project TEXT NOT NULL,
  line TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'done'))
) STRICT;
CREATE TABLE mcp_servers (
  project TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('shown', 'accepted', 'off')),
  hash TEXT NOT NULL,
  person TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (project, name, state)
) STRICT, WITHOUT ROWID;
CREATE TABLE mcp_offers (
  hash TEXT NOT NULL,
  project TEXT NOT NULL,
  offer TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (hash, project)
) STRICT;
CREATE TABLE mcp_session_tools (
  session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id),
  tools TEXT NOT NULL
) STRICT;
CREATE TABLE chosen_models (
  conversation TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE "compactions" (
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
CREATE INDEX compactions_by_session ON compactions (session, seq);
CREATE TABLE hook_runs (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  step TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (answer IN ('nothing', 'deny', 'ask', 'note')),
  text TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  UNIQUE (session, step)
) STRICT;
CREATE TABLE voice_chats (
  conversation TEXT PRIMARY KEY,
  hears TEXT NOT NULL CHECK (hears IN ('reports', 'questions')),
  trouble_told INTEGER NOT NULL DEFAULT 0 CHECK (trouble_told IN (0, 1)),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE voice_notes (
  seq INTEGER PRIMARY KEY,
  topic TEXT NOT NULL UNIQUE,
  instance TEXT NOT NULL,
  conversation TEXT NOT NULL,
  payer TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'es')),
  text TEXT NOT NULL,
  approval TEXT,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'dropped', 'failed')),
  tries INTEGER NOT NULL DEFAULT 0,
  added_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX voice_notes_due ON voice_notes (instance) WHERE state = 'due';
CREATE TABLE lock_factor (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  kind TEXT NOT NULL CHECK (kind IN ('pin', 'totp')),
  since_ms INTEGER NOT NULL,
  used_step INTEGER
) STRICT;
CREATE TABLE lock_people (
  person TEXT PRIMARY KEY,
  conversation TEXT,
  heard_at_ms INTEGER NOT NULL,
  locked_at_ms INTEGER,
  why TEXT CHECK (why IN ('asked', 'idle', 'clock')),
  wrong INTEGER NOT NULL DEFAULT 0,
  wrong_at_ms INTEGER
) STRICT;
CREATE TABLE lock_answers (
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  actions TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (conversation, person)
) STRICT;
CREATE INDEX outbox_held ON outbox (instance, conversation, seq) WHERE held_at_ms IS NOT NULL;
CREATE TABLE quiet_chats (
  conversation TEXT PRIMARY KEY,
  is_chosen INTEGER NOT NULL CHECK (is_chosen IN (0, 1)),
  from_minute INTEGER CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute INTEGER CHECK (to_minute BETWEEN 0 AND 1439),
  heard_at_ms INTEGER
) STRICT;
CREATE TABLE outside_agents (
  name TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('member', 'reader')),
  workspaces TEXT,
  made_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT;
CREATE TABLE outside_tasks (
  agent TEXT NOT NULL,
  request TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions (id),
  PRIMARY KEY (agent, request)
) STRICT;
CREATE INDEX outside_tasks_session ON outside_tasks (session);
CREATE INDEX calls_of_servers ON calls (started_at_ms) WHERE tool = 'use_tool' OR tool GLOB 'mcp__*';
CREATE TABLE web_links (
  code_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE web_sessions (
  secret_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  began_at_ms INTEGER NOT NULL,
  seen_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE web_addresses (
  instance TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE web_tokens (
  token_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_doubted ON sessions (seq) WHERE reason = 'unproven';
CREATE TABLE web_messages (
  seq INTEGER PRIMARY KEY,
  channel TEXT NOT NULL,
  chat TEXT NOT NULL,
  -- 1, 2, 3 … in its chat.
  place INTEGER NOT NULL,
  id TEXT NOT NULL,
  author TEXT NOT NULL CHECK (author IN ('person', 'program')),
  body TEXT NOT NULL,
  -- The message that this one chooses an answer of, or replies to.
  target TEXT,
  reaction TEXT NOT NULL DEFAULT '',
  is_edited INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1)),
  at_ms INTEGER NOT NULL,
  -- The message as the inbox gets it, until it is there.
  waiting TEXT,
  UNIQUE (channel, chat, id),
  UNIQUE (channel, chat, place)
) STRICT;
CREATE INDEX web_messages_waiting ON web_messages (channel, seq) WHERE waiting IS NOT NULL;
CREATE INDEX web_messages_old ON web_messages (at_ms);
CREATE TABLE web_files (
  seq INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES web_messages (seq) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Of a picture that may be shown: what its bytes say that it is.
  media TEXT
) STRICT;
CREATE INDEX web_files_message ON web_files (message);
CREATE TABLE cron_runs (
  seq INTEGER PRIMARY KEY,
  cron INTEGER NOT NULL REFERENCES user_cron_jobs (id) ON DELETE CASCADE,
  run_key TEXT NOT NULL UNIQUE,
  nominal_ms INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'pending', 'refused', 'done', 'failed', 'parked', 'cancelled')),
  session TEXT
) STRICT;
CREATE INDEX cron_runs_of_cron ON cron_runs (cron, seq);
CREATE TABLE web_gestures (
  seq INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES web_messages (seq) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- The gesture as the inbox gets it, until it is there.
  waiting TEXT,
  UNIQUE (message, id)
) STRICT;
CREATE INDEX web_gestures_waiting ON web_gestures (seq) WHERE waiting IS NOT NULL;
CREATE INDEX web_messages_target ON web_messages (channel, chat, target) WHERE target IS NOT NULL;
CREATE INDEX web_files_hash ON web_files (hash);
CREATE INDEX sessions_by_owner ON sessions (owner, seq) WHERE forgotten = 0;
CREATE TABLE relay_cell (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), name TEXT NOT NULL) STRICT;
CREATE TABLE relay_chats (
  chat TEXT PRIMARY KEY,
  front TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  has_left INTEGER NOT NULL DEFAULT 0
, taken_epoch INTEGER NOT NULL DEFAULT 0, earlier_cells TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE TABLE front_self (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), name TEXT NOT NULL) STRICT;
CREATE TABLE front_arrivals (
  seq INTEGER PRIMARY KEY,
  -- Id of its job: the same for every try, increasing with seq.
  job TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'unreadable', 'missed')),
  account TEXT NOT NULL,
  chat TEXT NOT NULL,
  sender TEXT NOT NULL,
  message_id TEXT NOT NULL,
  item TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'published', 'refused')),
  -- Why a stranger's message went no further.
  reason TEXT,
  at_ms INTEGER NOT NULL,
  UNIQUE (kind, account, chat, sender, message_id)
) STRICT;
CREATE INDEX front_arrivals_waiting ON front_arrivals (seq) WHERE state = 'waiting';
CREATE INDEX front_arrivals_old ON front_arrivals (at_ms);
CREATE TABLE front_deliveries (
  job TEXT PRIMARY KEY,
  cell TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  chat TEXT NOT NULL,
  message_id TEXT NOT NULL,
  -- fenced: its cell no longer had the conversation.
  state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused', 'fenced')),
  reason TEXT,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX front_deliveries_old ON front_deliveries (at_ms);
CREATE TABLE front_chats (
  chat TEXT PRIMARY KEY,
  locale TEXT CHECK (locale IN ('en', 'es')),
  heard_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX front_chats_heard ON front_chats (heard_at_ms);
CREATE TABLE front_notices (
  chat TEXT NOT NULL,
  -- database, cells (none is there), or the name of a cell after cell:
  about TEXT NOT NULL,
  message_id TEXT NOT NULL,
  is_sent INTEGER NOT NULL CHECK (is_sent IN (0, 1)),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (chat, about)
) STRICT, WITHOUT ROWID;
CREATE TABLE front_copy (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  token TEXT NOT NULL,
  earlier TEXT
) STRICT;
CREATE TABLE front_changes (
  seq INTEGER PRIMARY KEY,
  tab TEXT NOT NULL,
  -- Values of the primary key as a JSON array.
  key TEXT NOT NULL,
  UNIQUE (tab, key)
) STRICT;
CREATE TABLE spent_elsewhere (
  person TEXT NOT NULL,
  day_ms INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  PRIMARY KEY (person, day_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE people_given (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at_ms INTEGER NOT NULL) STRICT;
CREATE TABLE cluster_seen (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  at_ms INTEGER NOT NULL,
  is_away INTEGER NOT NULL CHECK (is_away IN (0, 1)),
  seen TEXT NOT NULL
) STRICT;
CREATE TABLE audit_verified (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  at_ms INTEGER NOT NULL,
  newest INTEGER,
  hash TEXT
) STRICT;
CREATE TABLE front_welcomes (
  chat TEXT NOT NULL,
  -- Id of the message that was the code.
  code_message TEXT NOT NULL,
  -- Who wrote it: digits of the number.
  phone TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  -- Id of the welcome: the same for every try.
  message_id TEXT NOT NULL,
  -- asked: whether they are in is not known here. due: they are.
  state TEXT NOT NULL CHECK (state IN ('asked', 'due')),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (chat, code_message)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_open ON sessions (conversation, seq) WHERE status IN ('queued', 'running', 'waiting', 'paused');
