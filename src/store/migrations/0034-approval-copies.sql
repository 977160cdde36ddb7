-- A question about the task of a member is asked of every owner: the first of them stands in the question itself.
CREATE TABLE approval_copies (
  approval INTEGER NOT NULL REFERENCES approvals (seq),
  conversation TEXT NOT NULL,
  requester TEXT NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (approval, conversation)
) STRICT, WITHOUT ROWID;
CREATE INDEX approval_copies_by_message ON approval_copies (conversation, message_id);
-- Who gave the answer; NULL while nobody has, and for what was answered before this was kept.
ALTER TABLE approvals ADD COLUMN answered_by TEXT;
