import type { CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { ApprovalRecord } from '../contracts/store.ts';
import { titleLine } from '../policy/redaction.ts';
import { choicesOf } from './questions/how-to-answer.ts';
import { fullQuestion, openAgain, questionChoice } from './questions/question-text.ts';
import { lastReply } from './tasks/last-reply.ts';
import { numberingOf, taskName } from './tasks/task-name.ts';

/** How much of the agent's words before a call explains it, in UTF-16 code units. */
const MAX_SAID_LENGTH = 400;

interface Aside {
  readonly approvals: readonly ApprovalRecord[];
  readonly asksBack: boolean;
}

/** Answers `wait` and `what for?` about open questions from what is stored: they stay open, and the task hears nothing. */
export function answerToAside({ approvals, asksBack }: Aside, context: CommandContext): string {
  const { replies } = context.texts;
  const [only, ...others] = approvals;
  if (only === undefined) throw new Error('no question is open');
  if (!asksBack) {
    const choices =
      others.length === 0
        ? [choicesOf(only, context.texts)]
        : approvals.flatMap((approval) => questionChoice(approval, context.texts));
    return [replies.takeYourTime, ...choices].join('\n');
  }
  if (others.length > 0) return openAgain(approvals, context.texts).join('\n');
  return explainedQuestion(only, context).join('\n');
}

/** What it is for, in the words of its task and of the agent, and all that the question says. */
export function explainedQuestion(approval: ApprovalRecord, context: CommandContext): readonly string[] {
  const { store, texts } = context;
  const session = store.sessions.get(approval.session);
  const aim = session === undefined ? [] : aimOf(session, context);
  return [...aim, fullQuestion(approval, texts)];
}

function aimOf(session: SessionRecord, context: CommandContext): readonly string[] {
  const { approvals } = context.texts;
  // What is said in one chat is not shown in another one.
  if (session.conversation !== context.conversation) return [approvals.ofMember(session.owner)];
  const said = lastReply(session.id, context.store.history);
  return [
    approvals.forTask(taskName(session, numberingOf(context))),
    ...(said === '' ? [] : [approvals.said(titleLine(said, MAX_SAID_LENGTH))]),
  ];
}
