import type { InboundMessage } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import { isIrreversible } from '../../policy/irreversible.ts';
import { choicesText } from './how-to-answer.ts';

/**
 * The actions of a message, unless it was spoken and would answer a question about what can't be undone: speech may be
 * misheard, and anybody nearby can say yes. Judged by what the message would do, whatever words led to that; typed
 * words that came together with spoken ones do not count either.
 */
export function withoutSpokenAnswer(
  actions: readonly Action[],
  { enclosed = [] }: Pick<InboundMessage, 'enclosed'>,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): readonly Action[] {
  if (!enclosed.some(({ kind }) => kind === 'voice')) return actions;
  const answered = actions.flatMap((action) =>
    action.kind === 'answer' ? (store.approvals.get(action.approval) ?? []) : [],
  );
  const held = answered.find((approval) => isIrreversible(approval.question));
  if (held === undefined) return actions;
  return [{ kind: 'reply', text: [texts.replies.writtenOnly, choicesText(held, texts)].join('\n') }];
}
