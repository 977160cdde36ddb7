-- Spans of sessions and of what the program does around them. `kind` is the specification's, not OpenTelemetry's.
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
