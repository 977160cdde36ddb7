-- The model that a conversation uses for what begins next, where it is not that of the settings.
CREATE TABLE chosen_models (
  conversation TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
