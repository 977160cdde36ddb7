import type { InboundMessage } from '../contracts/channel.ts';
import type { CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { unreachable } from '../core/failure.ts';
import { isStopWord } from './questions/bare-words.ts';
import type { OpenQuestion } from './questions/open-questions.ts';
import type { QuestionMeant } from './questions/question-meant.ts';
import { questionLines, whichQuestion } from './questions/question-text.ts';
import { addressableSessions, isTheirs } from './tasks/conversation-sessions.ts';
import { statusLine } from './tasks/task-meant.ts';
import { cancelFor } from './tasks/task-name.ts';

/** One thing that a message may mean. */
export type Meaning =
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
  found: QuestionMeant,
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

function questionsIn(found: QuestionMeant): readonly OpenQuestion[] {
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
