import type { HandlersOf } from '../../contracts/feature.ts';
import { texts } from '../../core/texts/texts.ts';
import type { AuditStore } from './audit.ts';
import { checkLines } from './check-lines.ts';
import { auditTexts } from './texts/texts.ts';

/** Checks the record of commands for changes, and replies with the result. */
export interface AuditAction {
  readonly kind: 'audit.verify';
}

export function auditActions(rows: Pick<AuditStore, 'verify'>): HandlersOf<AuditAction> {
  return {
    'audit.verify': {
      grants: () => false,
      async perform(_action, { locale }) {
        const lines = checkLines(await rows.verify(), auditTexts(texts(locale)));
        return [{ kind: 'reply', text: lines.join('\n') }];
      },
    },
  };
}
