-- What a session was begun with beyond the words of a person, and what that came to when it first ran: both JSON.
ALTER TABLE session_texts ADD COLUMN assignment TEXT;
ALTER TABLE session_texts ADD COLUMN terms TEXT;
