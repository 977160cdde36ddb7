import type { AuditStore } from '../contracts/session-stores.ts';
import { createAuditStore } from './audit.ts';
import { openExisting } from './open-existing.ts';

export interface OpenAudit extends AuditStore {
  close(): void;
}

/** Opens only the audit of an existing database. @throws Failure as `openExisting` does */
export function openAudit(path: string): OpenAudit {
  return openExisting(path, (database) => ({ ...createAuditStore(database), close: database.close }));
}
