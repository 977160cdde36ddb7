-- Who had a line kept: on another machine it is kept for an owner of that one alone. Missing for older lines.
ALTER TABLE notes ADD COLUMN said_by TEXT;
