-- Every message asks which tasks of its chat have not ended, of thousands that it may have had.
CREATE INDEX sessions_open ON sessions (conversation, seq) WHERE status IN ('queued', 'running', 'waiting', 'paused');
