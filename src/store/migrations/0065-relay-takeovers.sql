-- The number of the move after which this cell took over what there was of the chat; those of today have nothing to take over.
ALTER TABLE relay_chats ADD COLUMN taken_epoch INTEGER NOT NULL DEFAULT 0;
UPDATE relay_chats SET taken_epoch = epoch;
