import type { CommandContext } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { questionIdOf } from '../../core/ids.ts';
import { isAtRest } from '../../gateway/tasks/conversation-sessions.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { answerWorktree, readsWorktreeAnswer } from './choices/answer.ts';
import { choicesFor, readWorktreeAnswer } from './choices/choices.ts';
import { undecidedTasks } from './choices/commands.ts';
import { worktreeTexts } from './texts/texts.ts';

/** How many sessions of a chat are searched. */
const LOOK_BACK = 20;

/** What to do with a finished worktree, a dry run's included. */
export const worktreeQuestions: QuestionSource = {
  listOpen: (context) => undecidedTasks(context).map((session) => worktreeQuestion(session, context)),
  findQuoted({ gesture, quotedId, text }, context) {
    const target = gesture?.target ?? quotedId;
    const session = target === undefined ? undefined : taskOfReport(target, text, context);
    return session && worktreeQuestion(session, context);
  },
  findForTask(session, context) {
    const isOver = isAtRest(session) && context.store.worktrees.findActive(session) !== undefined;
    return isOver ? worktreeQuestion(session, context) : undefined;
  },
};

function worktreeQuestion(session: SessionRecord, context: CommandContext): FeatureQuestion {
  const { store, program, texts } = context;
  const record = store.worktrees.get(session.id);
  const choices = record === undefined ? [] : choicesFor(record, program.worktrees);
  const code = `#${session.number}`;
  const words = choices.map((choice) => `${worktreeTexts(texts).choices[choice]} ${code}`);
  return {
    code,
    choices: choices.length,
    askedAtMs: session.state.updatedAtMs,
    isPassed: () => !isNewest(session, context),
    lines: [`${code} ${taskLine(session)}`, `   ${words.join(' · ')}`],
    reads: ({ text }) => readsWorktreeAnswer(session, text, context),
    answer: (message) => answerWorktree(session, message, context),
  };
}

/** The task in a worktree whose report, card or question this is; while it works, only unambiguous words count. */
function taskOfReport(
  target: string,
  text: string,
  { conversation, store }: CommandContext,
): SessionRecord | undefined {
  const { sessions, worktrees } = store;
  const session =
    sessions.findByReport(conversation, questionIdOf(target)) ?? sessions.findByReport(conversation, target);
  if (session === undefined || worktrees.get(session.id) === undefined) return undefined;
  const answer = readWorktreeAnswer(text);
  const isNamed = answer !== undefined && typeof answer.choice !== 'number';
  return isNamed || isAtRest(session) ? session : undefined;
}

function isNewest(
  { id, state: { updatedAtMs, status } }: SessionRecord,
  { conversation, store }: CommandContext,
): boolean {
  const others = store.sessions.listNewest(conversation, LOOK_BACK).filter((session) => session.id !== id);
  return status !== 'parked' && others.every((session) => session.state.updatedAtMs <= updatedAtMs);
}
