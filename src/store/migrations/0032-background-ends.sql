-- How long a background command may go on: until its task ends, until its own limit (a person said yes to that), or not
-- any more. Ends of which older versions never told the model are told to nobody now.
ALTER TABLE processes ADD COLUMN lasts TEXT NOT NULL DEFAULT 'task' CHECK (lasts IN ('task', 'limit', 'stopped'));
UPDATE processes SET told = 1 WHERE fate IS NOT NULL AND json_extract(fate, '$.kind') <> 'timed-out';
