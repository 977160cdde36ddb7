import type { AuditCutter, AuditStore } from '../../src/features/audit/audit.ts';
import { createAuditStore } from '../../src/features/audit/rows/audit-store.ts';
import { createAuditCutter } from '../../src/features/audit/rows/cut-audit.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** The record of commands in this store. */
export function auditOf({ database }: Pick<OpenStore, 'database'>): AuditStore {
  return createAuditStore(database);
}

export function auditCutterOf({ database }: Pick<OpenStore, 'database'>): AuditCutter {
  return createAuditCutter(database);
}
