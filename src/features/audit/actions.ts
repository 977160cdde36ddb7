import type { Machines } from '../../cluster/machines.ts';
import { otherRecordLines } from '../../cluster/overview/machine-lines.ts';
import { machineWords } from '../../cluster/texts/texts.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { nobodyRefused } from '../../gateway/people/authority.ts';
import type { AuditStore } from './audit.ts';
import { checkLines, listOfAll, listWords } from './audit-text.ts';
import type { FindEverywhere } from './find-everywhere.ts';
import { auditTexts } from './texts/texts.ts';

export type AuditAction =
  /** Checks the record of commands for changes, and replies with the result. */
  | { readonly kind: 'audit.verify' }
  /** Lists the last commands of all cells. Only an owner who is alone asks for it. */
  | { readonly kind: 'audit.list'; readonly which: 'all' | 'denied' };

interface AcrossMachines {
  readonly machines: Pick<Machines, 'cell' | 'readCluster'>;
  readonly find: FindEverywhere;
  /** How many commands a list shows. */
  readonly shown: number;
}

/** @param across undefined when the program is alone */
export function auditActions(
  rows: Pick<AuditStore, 'verify'>,
  across: AcrossMachines | undefined,
): HandlersOf<AuditAction> {
  const machines = across?.machines;
  return {
    'audit.list': {
      grants: () => false,
      // The command decides on it only for an owner who is alone: see `seesAll`.
      refusal: nobodyRefused,
      async perform({ which }, { locale }) {
        if (across === undefined) return [];
        const words = listWords(which, auditTexts(texts(locale)));
        const action = which === 'denied' ? 'refused' : undefined;
        const found = await across.find({
          person: undefined,
          action,
          words: '',
          day: undefined,
          before: {},
          limit: across.shown,
        });
        return [{ kind: 'reply', text: listOfAll(found, words, across.machines.cell).join('\n') }];
      },
    },
    'audit.verify': {
      grants: () => false,
      refusal: nobodyRefused,
      async perform(_action, { context, locale }) {
        const lines = checkLines(await rows.verify(), auditTexts(texts(locale)));
        const others = machines === undefined ? [] : await othersFor(context, { machines, locale });
        return [{ kind: 'reply', text: [...lines, ...others].join('\n') }];
      },
    },
  };
}

/** The results of the other cells' own checks: only for an owner who is alone, like everything beyond this chat. */
async function othersFor(
  { person, isGroup, nowMs }: CommandContext,
  {
    machines: { cell, readCluster },
    locale,
  }: { readonly machines: Pick<Machines, 'cell' | 'readCluster'>; readonly locale: Locale },
): Promise<readonly string[]> {
  if (person.role !== 'owner' || isGroup) return [];
  return otherRecordLines(await readCluster(), { cell, nowMs, words: machineWords(locale).otherMachines });
}
