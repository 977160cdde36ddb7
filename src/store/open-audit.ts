import { existsSync } from 'node:fs';
import { Failure } from '../base/failure.ts';
import type { AuditStore } from '../contracts/session-stores.ts';
import { createAuditStore } from './audit.ts';
import { openForReading } from './database.ts';
import { requireMigrated } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

export interface OpenAudit extends AuditStore {
  close(): void;
}

/**
 * Opens only the audit of an existing database, read-only; the program may be running on it.
 * @throws Failure `not-found` without a database; `invalid` for one of another version; `unavailable` when it cannot
 *   be read
 */
export function openAudit(path: string): OpenAudit {
  if (!existsSync(path)) {
    throw new Failure(
      'not-found',
      `${path} does not exist: no program has run there yet. DATA_DIR names its folder.`,
    );
  }
  const database = openForReading(path);
  try {
    requireMigrated(database, MIGRATIONS);
    return { ...createAuditStore(database), close: database.close };
  } catch (error) {
    database.close();
    throw error;
  }
}
