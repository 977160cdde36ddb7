-- The cell that this data folder belongs to: at most one row.
CREATE TABLE relay_cell (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), name TEXT NOT NULL) STRICT;

-- The chats of a cell: the front that each came from, and the number that every move to another cell raises. `has_left`:
-- it lives in another cell.
CREATE TABLE relay_chats (
  chat TEXT PRIMARY KEY,
  front TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  has_left INTEGER NOT NULL DEFAULT 0
) STRICT;
