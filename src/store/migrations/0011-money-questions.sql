-- A question about money has an answer of its own, `finish`. A check cannot be changed, so its column is made anew; the
-- indexes that look after days of spending and the finished tasks of a workspace are for estimates and /cost.
ALTER TABLE approvals ADD COLUMN chosen TEXT CHECK (chosen IN ('once', 'session', 'always', 'prefix', 'finish'));
UPDATE approvals SET chosen = scope;
ALTER TABLE approvals DROP COLUMN scope;
ALTER TABLE approvals RENAME COLUMN chosen TO scope;

CREATE INDEX spending_by_session ON spending (session);
CREATE INDEX spending_by_day ON spending (at_ms);
CREATE INDEX sessions_done ON sessions (workspace, seq) WHERE status = 'done';
