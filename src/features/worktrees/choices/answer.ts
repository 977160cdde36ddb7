import type { MessageWords } from '../../../contracts/channel.ts';
import type { Action, CommandContext } from '../../../contracts/commands.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { WorktreeChoice } from '../../../contracts/worktrees.ts';
import { plainYesOrNo } from '../../../gateway/questions/answer-words.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { choiceLine, choicesFor, readWorktreeAnswer, type WorktreeAnswer } from './choices.ts';
import { chooseActions } from './choose.ts';
import { mayBeMeant } from './commands.ts';

type WorktreeChoiceAnswer = WorktreeAnswer | boolean;

/** Undefined for a message that is no choice about this task. */
export function answerWorktree(
  session: SessionRecord,
  message: MessageWords,
  context: CommandContext,
): readonly Action[] | undefined {
  const answer = answerIn(message);
  return answer === undefined ? undefined : chooseFor(session, answer, context);
}

/** True for a choice that this task has, if no other task is named. */
export function readsWorktreeAnswer(session: SessionRecord, text: string, context: CommandContext): boolean {
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
