-- The cron that began a session, by its name in the chat.
ALTER TABLE sessions ADD COLUMN cron TEXT;
