import { openExisting } from '../../../store/open-existing.ts';
import type { AuditStore } from '../audit.ts';
import { createAuditStore } from './audit-store.ts';

export interface OpenAudit extends AuditStore {
  close(): void;
}

/** Opens only the audit of an existing database. @throws Failure as `openExisting` does */
export function openAudit(path: string): OpenAudit {
  return openExisting(path, (database) => ({ ...createAuditStore(database), close: database.close }));
}
