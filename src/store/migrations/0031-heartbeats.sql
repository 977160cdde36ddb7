-- When a program was last there, as it said itself: what another container or machine can know of it.
ALTER TABLE instances ADD COLUMN seen_at_ms INTEGER NOT NULL DEFAULT 0;
