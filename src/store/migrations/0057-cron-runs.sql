-- Runs of schedules, the newest of each: the schedule's own row knows the last one alone. Of sessions only ids stand here,
-- because those may be forgotten first.
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

INSERT INTO cron_runs (cron, run_key, nominal_ms, at_ms, outcome, session)
  SELECT id, last_key, last_nominal_ms, last_at_ms, last_outcome, last_session FROM user_cron_jobs
  WHERE last_key IS NOT NULL AND last_nominal_ms IS NOT NULL AND last_at_ms IS NOT NULL AND last_outcome IS NOT NULL
  ORDER BY last_at_ms;
