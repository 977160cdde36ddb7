import type { ApprovalId } from '../base/ids.ts';
import type { Texts } from '../base/texts/texts.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import type { ApprovalRecord } from '../contracts/store.ts';
import { answerActions } from './answer.ts';
import { plainWords, scopeByNumber, scopeInWords } from './scope-words.ts';

export interface TypedAnswer {
  readonly code: string;
  readonly approved: boolean;
  readonly words: string;
}

/** An answer that names its question: taken only from the person who was asked, in that chat, and only once. */
export function answerByCode(
  answer: TypedAnswer,
  { store, texts, ...here }: CommandContext,
): readonly Action[] {
  const { replies } = texts;
  // The lookup proves the code; until then it is only text of the right type for a question's id.
  const approval = store.approvals.get(answer.code.toLowerCase() as ApprovalId);
  if (approval === undefined || approval.conversation !== here.conversation) {
    return [{ kind: 'reply', text: replies.noSuchQuestion(answer.code) }];
  }
  if (approval.requester !== here.sender) return [{ kind: 'reply', text: replies.notYours }];
  if (approval.state !== 'pending') return [{ kind: 'reply', text: lateAnswer(approval, texts) }];
  const { approved, words } = answer;
  const spoken = plainWords(words);
  const scope = approved ? (scopeInWords(spoken) ?? scopeByNumber(spoken) ?? 'once') : undefined;
  return answerActions(approval, { scope, words }, texts);
}

/** What was decided, for an answer that comes after the decision. */
export function lateAnswer({ id, state }: ApprovalRecord, { replies }: Texts): string {
  switch (state) {
    case 'approved':
      return replies.lateApproved(id);
    case 'rejected':
      return replies.lateRejected(id);
    case 'expired':
      return replies.lateExpired(id);
    case 'withdrawn':
      return replies.lateWithdrawn(id);
    case 'pending':
      return replies.questionStillOpen(id);
  }
}
