import type { InboundMessage } from '../../../contracts/channel.ts';
import type { Action, CommandContext } from '../../../contracts/commands.ts';
import type { LockAction, LockStore } from '../lock.ts';
import { lockTexts } from '../texts/texts.ts';
import { codeText } from './code-text.ts';
import { type NeedsCodeParts, needsCode } from './needs-code.ts';

export interface CodeNeededParts extends Pick<NeedsCodeParts, 'grants'> {
  readonly rows: Pick<LockStore, 'factor' | 'findPerson'>;
}

/** The actions, or the question for a code where one of them cannot be taken back. */
export function withCode(
  actions: readonly Action[],
  { code }: InboundMessage,
  context: CommandContext,
  { rows, grants }: CodeNeededParts,
): readonly (Action | LockAction)[] {
  const factor = rows.factor();
  if (factor === undefined || code === 'right') return actions;
  const { person, store, texts } = context;
  if (!actions.some((action) => needsCode(action, { store, grants }))) return actions;
  if (code !== undefined) return [{ kind: 'reply', text: codeText(code, context, rows) }];
  const words = lockTexts(texts);
  // Nobody else has the code.
  if (person.role !== 'owner') return [{ kind: 'reply', text: texts.replies.ownersOnly }];
  return [
    { kind: 'lock.wait', actions },
    { kind: 'reply', text: words.needed[factor.kind] },
  ];
}
