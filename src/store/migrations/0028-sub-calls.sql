-- Calls of a sub-agent that works: rows of the session like its own, under the call that handed the work over.
ALTER TABLE calls ADD COLUMN under TEXT;
