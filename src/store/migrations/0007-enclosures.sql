-- What came with the words: quotations, where files lie, pictures by their hash. JSON; NULL = nothing.
ALTER TABLE steering ADD COLUMN enclosure TEXT;

-- Bytes fetched for a person on one day (UTC, as days since 1970).
CREATE TABLE fetched (
  person TEXT NOT NULL,
  day INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (person, day)
) STRICT;
