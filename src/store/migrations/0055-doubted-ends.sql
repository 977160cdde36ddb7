-- Doubted ends are judged once more after a start. Without this that reads every session there ever was.
CREATE INDEX sessions_doubted ON sessions (seq) WHERE reason = 'unproven';
