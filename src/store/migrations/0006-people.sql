-- Who was let in by an invitation, beside those whom the settings name.
CREATE TABLE people (
  phone TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
  workspaces TEXT,
  admitted_at_ms INTEGER NOT NULL
) STRICT;

-- At most one invitation is open; of its code only a hash is kept.
CREATE TABLE invitations (
  seq INTEGER PRIMARY KEY,
  code_hash TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
  workspaces TEXT,
  expires_at_ms INTEGER NOT NULL,
  tries_left INTEGER NOT NULL,
  used_by TEXT,
  used_at_ms INTEGER
) STRICT;

-- Where a person was last talked to alone: an owner is asked there.
CREATE TABLE direct_chats (
  person TEXT PRIMARY KEY,
  conversation TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
