-- Where tasks of a cron work: the project of its chat when it was made. And one more reason why a run is passed over.
ALTER TABLE user_cron_jobs ADD COLUMN workspace TEXT;
ALTER TABLE user_cron_jobs ADD COLUMN skip_why TEXT CHECK (skip_why IN ('late', 'overlap', 'failures', 'busy', 'money'));
UPDATE user_cron_jobs SET skip_why = skip_reason WHERE skip_reason IS NOT NULL;
ALTER TABLE user_cron_jobs DROP COLUMN skip_reason;
ALTER TABLE user_cron_jobs RENAME COLUMN skip_why TO skip_reason;
