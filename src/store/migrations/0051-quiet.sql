-- Quiet hours that a chat has chosen, in minutes since midnight; both NULL: none, whatever the settings say. No row: those of
-- the settings. `heard_at_ms`: when somebody last wrote there.
CREATE TABLE quiet_chats (
  conversation TEXT PRIMARY KEY,
  is_chosen INTEGER NOT NULL CHECK (is_chosen IN (0, 1)),
  from_minute INTEGER CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute INTEGER CHECK (to_minute BETWEEN 0 AND 1439),
  heard_at_ms INTEGER
) STRICT;
