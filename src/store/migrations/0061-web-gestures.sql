-- What a person did to a message that was there: reacted to it, changed their own words, or took them back.
CREATE TABLE web_gestures (
  seq INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES web_messages (seq) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- The gesture as the inbox gets it, until it is there.
  waiting TEXT,
  UNIQUE (message, id)
) STRICT;
CREATE INDEX web_gestures_waiting ON web_gestures (seq) WHERE waiting IS NOT NULL;
CREATE INDEX web_messages_target ON web_messages (channel, chat, target) WHERE target IS NOT NULL;

-- What its bytes say that it is, of a picture that may be shown, and now also of sound that may be played.
ALTER TABLE web_files RENAME COLUMN picture TO media;
-- Whether bytes still belong to a message.
CREATE INDEX web_files_hash ON web_files (hash);
