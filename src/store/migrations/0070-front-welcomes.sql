-- Strangers who wrote what may be the code of an invitation, until they are welcomed or known to be none.
CREATE TABLE front_welcomes (
  chat TEXT NOT NULL,
  -- Id of the message that was the code.
  code_message TEXT NOT NULL,
  -- Who wrote it: digits of the number.
  phone TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  -- Id of the welcome: the same for every try.
  message_id TEXT NOT NULL,
  -- asked: whether they are in is not known here. due: they are.
  state TEXT NOT NULL CHECK (state IN ('asked', 'due')),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (chat, code_message)
) STRICT, WITHOUT ROWID;
