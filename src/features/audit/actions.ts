import type { Machines } from '../../cluster/machines.ts';
import { otherRecordLines } from '../../cluster/overview/machine-lines.ts';
import { machineWords } from '../../cluster/texts/texts.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import type { AuditStore } from './audit.ts';
import { checkLines } from './check-lines.ts';
import { auditTexts } from './texts/texts.ts';

/** Checks the record of commands for changes, and replies with the result. */
export interface AuditAction {
  readonly kind: 'audit.verify';
}

/** @param machines undefined: the program is alone */
export function auditActions(
  rows: Pick<AuditStore, 'verify'>,
  machines: Pick<Machines, 'cell' | 'seen'> | undefined,
): HandlersOf<AuditAction> {
  return {
    'audit.verify': {
      grants: () => false,
      async perform(_action, { context, locale }) {
        const lines = checkLines(await rows.verify(), auditTexts(texts(locale)));
        const others = machines === undefined ? [] : await othersFor(context, { machines, locale });
        return [{ kind: 'reply', text: [...lines, ...others].join('\n') }];
      },
    },
  };
}

/** What the other cells last found of their own records: for an owner who is alone, as all that is beyond this chat. */
async function othersFor(
  { person, isGroup, nowMs }: CommandContext,
  {
    machines: { cell, seen },
    locale,
  }: { readonly machines: Pick<Machines, 'cell' | 'seen'>; readonly locale: Locale },
): Promise<readonly string[]> {
  if (person.role !== 'owner' || isGroup) return [];
  return otherRecordLines(await seen(), { cell, nowMs, words: machineWords(locale).otherMachines });
}
