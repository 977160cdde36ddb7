-- Which model was paid for: a task may go on with another one. Older rows have none; there the task's model counts.
ALTER TABLE spending ADD COLUMN model TEXT;
