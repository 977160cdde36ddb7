-- Where a model was asked before there was a session; rows of a session have none, for the session knows it.
ALTER TABLE spending ADD COLUMN conversation TEXT;
