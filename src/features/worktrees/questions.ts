import type { MessageWords } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { WorktreeChoice } from '../../contracts/worktrees.ts';
import { questionIdOf } from '../../core/ids.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { isAtRest } from '../../gateway/tasks/conversation-sessions.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { choiceLine, choicesFor, readWorktreeAnswer, type WorktreeAnswer } from './choices.ts';
import { chooseActions, mayBeMeant, undecidedTasks } from './commands.ts';
import { worktreeTexts } from './texts/texts.ts';

/** How many sessions of a chat are searched. */
const MAX_SESSIONS_SEARCHED = 20;

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
  const others = store.sessions
    .listNewest(conversation, MAX_SESSIONS_SEARCHED)
    .filter((session) => session.id !== id);
  return status !== 'parked' && others.every((session) => session.state.updatedAtMs <= updatedAtMs);
}

type WorktreeChoiceAnswer = WorktreeAnswer | boolean;

/** Undefined for a message that is no choice about this task. */
function answerWorktree(
  session: SessionRecord,
  message: MessageWords,
  context: CommandContext,
): readonly Action[] | undefined {
  const answer = answerIn(message);
  return answer === undefined ? undefined : chooseFor(session, answer, context);
}

/** True for a choice that this task has, if no other task is named. */
function readsWorktreeAnswer(session: SessionRecord, text: string, context: CommandContext): boolean {
  const answer = readWorktreeAnswer(text);
  if (answer === undefined || typeof answer.choice === 'number') return false;
  if (answer.number !== undefined && answer.number !== session.number) return false;
  return mayBeMeant(session, answer.choice, context);
}

/** A choice when nothing waits for one: the last choice is reported again. */
export function repeatedWorktreeAnswer(
  message: MessageWords,
  context: CommandContext,
): readonly Action[] | undefined {
  if (message.gesture !== undefined || message.quotedId !== undefined) return undefined;
  if (message.forwarded === true) return undefined;
  const answer = readWorktreeAnswer(message.text);
  if (answer === undefined || typeof answer.choice === 'number' || context.meant !== undefined)
    return undefined;
  const choiceMeant = justChosenAbout(answer.number, context);
  return choiceMeant === undefined ? undefined : chooseActions(choiceMeant, answer.choice, context);
}

function answerIn({ gesture, text }: MessageWords): WorktreeChoiceAnswer | undefined {
  if (gesture === undefined) return readWorktreeAnswer(text) ?? plainYesOrNo(text);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  const answer = readWorktreeAnswer(gesture.choices[0] ?? '');
  return typeof answer?.choice === 'number' ? undefined : answer;
}

/** A repeated or changed choice: the named task, else the newest one, if it has a choice. */
function justChosenAbout(
  number: number | undefined,
  { conversation, sender, store }: CommandContext,
): SessionRecord | undefined {
  const session =
    number === undefined
      ? store.sessions.listNewest(conversation, 1)[0]
      : store.taskNumbers.findHolder(conversation, number);
  const landing = session && store.worktrees.get(session.id)?.landing;
  const isChosen = landing !== undefined && landing !== 'refused';
  return isChosen && session?.owner === sender ? session : undefined;
}

function chooseFor(
  session: SessionRecord,
  answer: WorktreeChoiceAnswer,
  context: CommandContext,
): readonly Action[] {
  const { store, program, texts } = context;
  const record = store.worktrees.get(session.id);
  if (record === undefined) return [];
  const choices = choicesFor(record, program.worktrees);
  const choice = choiceIn(answer, choices);
  if (choice !== undefined) return chooseActions(session, choice, context);
  const { choose, notOffered } = worktreeTexts(texts);
  const lines = [
    typeof answer === 'boolean' ? choose : notOffered,
    choiceLine(record, program.worktrees, texts),
  ];
  return [{ kind: 'reply', text: lines.join('\n') }];
}

/** A yes to "bring this in?" is clear; a no does not say whether the worktree may be removed. */
function choiceIn(
  answer: WorktreeChoiceAnswer,
  choices: readonly WorktreeChoice[],
): WorktreeChoice | undefined {
  if (answer === true) return choices[0] === 'apply' ? 'apply' : undefined;
  if (answer === false) return undefined;
  return typeof answer.choice === 'number' ? choices[answer.choice - 1] : answer.choice;
}
