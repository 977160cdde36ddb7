-- Which call started a background command; how and when it ended, once that is known and its audit row complete;
-- whether the model was told.
ALTER TABLE processes ADD COLUMN call TEXT;
ALTER TABLE processes ADD COLUMN fate TEXT;
ALTER TABLE processes ADD COLUMN ended_at_ms INTEGER;
ALTER TABLE processes ADD COLUMN told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1));
CREATE INDEX processes_open ON processes (session) WHERE fate IS NULL;
-- What was sent and received is kept for a while; then only that it was.
CREATE INDEX inbox_finished ON inbox (received_at_ms) WHERE state <> 'accepted' AND message <> '{}';
CREATE INDEX outbox_finished ON outbox (added_at_ms) WHERE state IN ('sent', 'failed') AND body <> '{}';
