-- Warnings and breakers of the loop detection; and what finds the rows of a period without reading whole tables.
CREATE TABLE loop_detections (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  action TEXT NOT NULL CHECK (action IN ('warning', 'circuit_breaker')),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX command_log_by_time ON agent_command_log (started_at);
CREATE INDEX approvals_by_time ON approvals (asked_at_ms);
CREATE INDEX outbox_given_up ON outbox (added_at_ms) WHERE state = 'failed' AND ephemeral = 0;
