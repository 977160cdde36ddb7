-- Whoever undoes a task is asked whether its pull request goes, too. A check cannot be changed: the column is made anew.
ALTER TABLE pull_questions ADD COLUMN topic TEXT CHECK (topic IN ('checks', 'review', 'conflict', 'undone'));
UPDATE pull_questions SET topic = about;
ALTER TABLE pull_questions DROP COLUMN about;
ALTER TABLE pull_questions RENAME COLUMN topic TO about;
