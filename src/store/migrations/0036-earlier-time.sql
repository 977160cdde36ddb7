-- Active time of the stretches before the present one: a report tells that of the whole task, as it tells its money.
ALTER TABLE sessions ADD COLUMN earlier_active_ms INTEGER;
