-- Schedules of people: the specification's columns, then ours. They are of no instance: whoever serves the channel runs
-- them. `deleted_at_ms`: the row stays for a while, so that it can be taken back. Of sessions only ids stand here: those
-- may be forgotten first.
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
  skip_reason TEXT CHECK (skip_reason IN ('late', 'overlap', 'failures', 'busy')),
  skip_first_ms INTEGER,
  skip_last_ms INTEGER,
  skip_at_ms INTEGER,
  deleted_at_ms INTEGER,
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
