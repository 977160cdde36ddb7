-- What somebody but an owner sees are their own tasks: found without a look at everybody's.
CREATE INDEX sessions_by_owner ON sessions (owner, seq) WHERE forgotten = 0;
