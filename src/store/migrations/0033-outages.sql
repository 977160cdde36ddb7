-- How often a session has waited for a model that is away, since that last answered.
ALTER TABLE sessions ADD COLUMN outage_waits INTEGER;
