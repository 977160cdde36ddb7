import type { InboundMessage } from '../contracts/channel.ts';
import type { CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { ApprovalRecord } from '../contracts/store.ts';
import { unreachable } from '../core/failure.ts';
import { titleLine } from '../policy/redaction.ts';
import { whoseTask } from './people/person.ts';
import { isWait } from './questions/answer-words.ts';
import { isStopWord } from './questions/bare-commands.ts';
import {
  type OpenQuestion,
  openQuestions,
  type QuestionResolution,
  type QuestionScope,
  questionsForBareWord,
} from './questions/open-questions.ts';
import {
  choicesText,
  fullQuestion,
  openAgain,
  questionChoice,
  questionLines,
  whichQuestion,
} from './questions/question-text.ts';
import { addressableSessions, isTheirs } from './tasks/conversation-sessions.ts';
import { lastReply } from './tasks/session-text.ts';
import { cancelFor, numberingOf, taskName } from './tasks/task-name.ts';
import { statusLine } from './tasks/task-status.ts';

/** How much of the agent's words before a call explains it, in UTF-16 code units. */
const MAX_SAID_LENGTH = 400;

/**
 * Answers `wait` and `what for?` about open questions from what is stored: they stay open, and the task hears nothing.
 */
export function answerToAside(
  { approvals, asksBack }: { approvals: readonly ApprovalRecord[]; asksBack: boolean },
  context: CommandContext,
): string {
  const { replies } = context.texts;
  const [only, ...others] = approvals;
  if (only === undefined) throw new Error('no question is open');
  if (!asksBack) {
    const choices =
      others.length === 0
        ? [choicesText(only, context.texts)]
        : approvals.flatMap((approval) => questionChoice(approval, context.texts));
    return [replies.takeYourTime, ...choices].join('\n');
  }
  if (others.length > 0) return openAgain(approvals, context.texts).join('\n');
  return explainQuestion(only, context).join('\n');
}

/**
 * Questions of features that this message asks to leave open: the one that it names or replies to, else those that a
 * bare word would be about. None for other words, and where an approval or a task at work is more likely meant.
 */
export function questionsToLeaveOpen(
  message: InboundMessage,
  found: QuestionResolution,
  { context, features }: QuestionScope,
): readonly OpenQuestion[] {
  const isNamed = found.kind === 'one';
  if (message.gesture !== undefined || message.forwarded === true) return [];
  if (!isWait(isNamed ? found.message.text : message.text)) return [];
  const open = openQuestions(context, features, message).filter(({ kind }) => kind === 'feature');
  if (isNamed) return open.filter((question) => isSame(question, found.question));
  const { conversation, store } = context;
  const isOther = message.quotedId !== undefined || store.approvals.listPending(conversation).length > 0;
  if (isOther || addressableSessions(context).some(({ mode }) => mode === 'agent')) return [];
  return questionsForBareWord(open, undefined, context);
}

function isSame(one: OpenQuestion, other: OpenQuestion): boolean {
  return one.kind === 'feature' && other.kind === 'feature' && one.question.code === other.question.code;
}

/** Answers a `wait` about these: each is said again. */
export function leftOpenText(questions: readonly OpenQuestion[], { texts }: CommandContext): string {
  const lines = questions.flatMap((question) => questionLines(question, texts));
  return [texts.replies.takeYourTime, ...lines].join('\n');
}

/** What it is for, in the words of its task and of the agent, and all that the question says. */
export function explainQuestion(approval: ApprovalRecord, context: CommandContext): readonly string[] {
  const { store, texts } = context;
  const session = store.sessions.get(approval.session);
  const aim = session === undefined ? [] : aimOf(session, context);
  return [...aim, fullQuestion(approval, texts)];
}

function aimOf(session: SessionRecord, context: CommandContext): readonly string[] {
  const { approvals } = context.texts;
  // What is said in one chat is not shown in another one.
  if (session.conversation !== context.conversation) return [whoseTask(session.owner, context.texts)];
  const said = lastReply(session.id, context.store.history);
  return [
    approvals.forTask(taskName(session, numberingOf(context))),
    ...(said === '' ? [] : [approvals.said(titleLine(said, MAX_SAID_LENGTH))]),
  ];
}

/** One thing that a message may mean. */
type Meaning =
  /** It answers this open question. */
  | { readonly kind: 'answer'; readonly question: OpenQuestion }
  /** It stops this task. */
  | { readonly kind: 'stop'; readonly session: SessionRecord };

/**
 * Everything that a bare word may mean in this chat now: the questions that it may answer, and what it may stop. It
 * does one thing; where it could do several, it does nothing, and they are listed.
 */
export function meaningsOf(
  message: InboundMessage,
  found: QuestionResolution,
  context: CommandContext,
): readonly Meaning[] {
  const questions = questionsIn(found);
  const isNamed =
    message.quotedId !== undefined || message.gesture !== undefined || message.forwarded === true;
  const stops = !isNamed && isStopWord(message.text);
  const tasks = stops ? addressableSessions(context).filter((session) => isTheirs(session, context)) : [];
  return [
    ...questions.map((question) => ({ kind: 'answer', question }) as const),
    ...tasks
      .filter(({ id }) => questions.every((question) => taskOf(question) !== id))
      .map((session) => ({ kind: 'stop', session }) as const),
  ];
}

function questionsIn(found: QuestionResolution): readonly OpenQuestion[] {
  switch (found.kind) {
    case 'none':
      return [];
    case 'one':
      return [found.question];
    case 'which':
      return found.questions;
    default:
      return unreachable(found);
  }
}

/** The end of a task answers its question as well. */
function taskOf(question: OpenQuestion): SessionRecord['id'] | undefined {
  return question.kind === 'approval' ? question.approval.session : undefined;
}

/** Asks which of them is meant, with the words for each. */
export function whichMeaning(meanings: readonly Meaning[], context: CommandContext): string {
  const tasks = meanings.flatMap((meaning) => (meaning.kind === 'stop' ? [meaning.session] : []));
  const questions = meanings.flatMap((meaning) => (meaning.kind === 'answer' ? [meaning.question] : []));
  if (tasks.length === 0) return whichQuestion(questions, context);
  const lines = tasks.map((task) => `${statusLine(task, context)}\n   ${cancelFor(task, context) ?? ''}`);
  const { texts } = context;
  const asked = questions.flatMap((question) => questionLines(question, texts));
  return [texts.tasks.stopWhich, ...asked, ...lines].join('\n');
}
