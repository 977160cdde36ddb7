import type { Action, CommandContext } from '../../contracts/commands.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import type { ApprovalId } from '../../core/ids.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { answerActions } from './answer.ts';
import { choicesText } from './how-to-answer.ts';
import { moneyChoice } from './money-words.ts';
import { openAgain, summarizeQuestion } from './question-text.ts';
import { plainWords, scopeByNumber, scopeInWords } from './scope-words.ts';

export interface TypedAnswer {
  readonly code: string;
  readonly approved: boolean;
  readonly words: string;
}

/** An answer that names its question: accepted only from the person who was asked, in that chat, and only once. */
export function answerByCode(answer: TypedAnswer, context: CommandContext): readonly Action[] {
  const { store, texts, ...here } = context;
  const { replies } = texts;
  // The lookup proves the code; until then it is only text of the right type for a question's id.
  const approval = store.approvals.findInChat(here.conversation, answer.code.toLowerCase() as ApprovalId);
  if (approval === undefined) {
    const open = store.approvals
      .listPending(here.conversation)
      .filter(({ requester }) => requester === here.sender);
    return [
      { kind: 'reply', text: [replies.noSuchQuestion(answer.code), ...openAgain(open, texts)].join('\n') },
    ];
  }
  if (approval.requester !== here.sender) return [{ kind: 'reply', text: replies.notYours }];
  if (approval.state !== 'pending') return [{ kind: 'reply', text: lateAnswer(approval, texts) }];
  const { approved, words } = answer;
  const spoken = plainWords(words);
  if (approval.question.tool === MONEY_QUESTION) return answerAboutMoney(approval, answer, context);
  const scope = approved ? (scopeInWords(spoken) ?? scopeByNumber(spoken) ?? 'once') : undefined;
  return answerActions(approval, { scope, words }, context);
}

/** `/approve k7x` is one more dollar, `/approve k7x finish` a last reply, `/reject k7x` the end. */
function answerAboutMoney(
  approval: ApprovalRecord,
  { approved, words }: TypedAnswer,
  context: CommandContext,
): readonly Action[] {
  const spoken = plainWords(words);
  const choice = approved && spoken !== '' ? moneyChoice(spoken) : approved ? 'once' : 'stop';
  if (choice === undefined) return [chooseReply(approval, context.texts)];
  return answerActions(approval, { scope: choice === 'stop' ? undefined : choice, words }, context);
}

/** For an answer that could mean two of the choices. */
export function chooseReply(approval: ApprovalRecord, texts: Texts): Action {
  return { kind: 'reply', text: [texts.money.choose, choicesText(approval, texts)].join('\n') };
}

/** Says what was decided before this answer came. It names the command or question, because nobody remembers a code. */
export function lateAnswer(approval: ApprovalRecord, { replies, money }: Texts): string {
  const { id, state, question, answer, requester } = approval;
  const what = summarizeQuestion(approval);
  const isMoney = question.tool === MONEY_QUESTION;
  const by = answer?.by === requester ? undefined : answer?.by;
  switch (state) {
    case 'approved':
      return isMoney
        ? money.late[answer?.scope === 'finish' ? 'finish' : 'once']
        : replies.lateApproved(what, by);
    case 'rejected':
      return isMoney ? money.late.no : replies.lateRejected(what, by);
    case 'expired':
      return replies.lateExpired(what);
    case 'withdrawn':
      return isMoney ? money.late.withdrawn : replies.lateWithdrawn(what);
    case 'pending':
      return replies.questionStillOpen(id);
  }
}
