-- How often the program stood still for more than 50 ms, and how long at most; one row for each minute in which it did.
CREATE TABLE event_loop_stops (
  minute_ms INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  longest_ms INTEGER NOT NULL
) STRICT;
