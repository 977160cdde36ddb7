-- Cells where a chat lived before, as JSON, the last one first: what is older than its copies lies there.
ALTER TABLE relay_chats ADD COLUMN earlier_cells TEXT NOT NULL DEFAULT '[]';
