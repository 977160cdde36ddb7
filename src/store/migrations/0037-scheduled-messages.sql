-- What wrote a message at a set time is kept under a name that is no feature's.
UPDATE inbox
SET message = json_set(json_remove(message, '$.cron'), '$.scheduled', json(json_extract(message, '$.cron')))
WHERE account = 'cron' AND json_type(message, '$.cron') IS NOT NULL;
