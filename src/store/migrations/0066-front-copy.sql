-- Which life of this data folder the copy of its link in PostgreSQL comes from, and the one before: at most one row, and none
-- where the link is not copied.
CREATE TABLE front_copy (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  token TEXT NOT NULL,
  earlier TEXT
) STRICT;

-- Rows that have changed and are not copied yet, in the order of their last change. Written by triggers, which a front makes
-- in the data folder of a link that is copied.
CREATE TABLE front_changes (
  seq INTEGER PRIMARY KEY,
  tab TEXT NOT NULL,
  -- Values of the primary key as a JSON array.
  key TEXT NOT NULL,
  UNIQUE (tab, key)
) STRICT;
