-- The round of a session that it was spent in. NULL outside of sessions, and for what was spent before this was kept.
ALTER TABLE spending ADD COLUMN round INTEGER;
