import type { Feature } from '../../contracts/feature.ts';
import { auditActions } from './actions.ts';
import type { AuditStore } from './audit.ts';
import { auditCommand } from './audit-command.ts';
import { type AuditTidyParts, cutOldAudit } from './tidy.ts';

export interface AuditFeatureParts extends AuditTidyParts {
  readonly rows: AuditStore;
}

/** The record of commands: `/audit`, the proof that nobody changed it, and its retention. */
export function auditFeature(parts: AuditFeatureParts): Feature {
  const { rows } = parts;
  return {
    name: 'audit',
    commands: [auditCommand(rows)],
    actions: auditActions(rows),
    tidy: () => cutOldAudit(parts),
  };
}
