-- A pull request whose branch fell behind its base is asked about, too.
ALTER TABLE pull_questions ADD COLUMN topic TEXT
  CHECK (topic IN ('checks', 'review', 'conflict', 'undone', 'comments', 'behind'));
UPDATE pull_questions SET topic = about;
ALTER TABLE pull_questions DROP COLUMN about;
ALTER TABLE pull_questions RENAME COLUMN topic TO about;
