import { questionIdOf } from '../base/ids.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { WorktreeChoice } from '../contracts/worktrees.ts';
import { isAtRest } from './conversation-sessions.ts';
import { mayBeMeant, undecidedTasks, whichReply } from './worktree.ts';
import { choiceLine, choicesFor, readWorktreeAnswer, type WorktreeAnswer } from './worktree-choices.ts';
import { chooseActions } from './worktree-choose.ts';

type Message = Pick<InboundMessage, 'sender' | 'text' | 'quotedId' | 'gesture' | 'forwarded'>;

/** `yes`, `no`: nothing but that. */
export type YesOrNo = (text: string) => boolean | undefined;

const LOOK_BACK = 20;

/** Undefined for a message that says nothing about what becomes of a task that worked apart; most do not. */
export function worktreeAnswerActions(
  message: Message,
  context: CommandContext,
  yesOrNo: YesOrNo,
): readonly Action[] | undefined {
  if (message.forwarded === true) return undefined;
  const answer = answerIn(message, yesOrNo);
  if (answer === undefined) return undefined;
  const target = message.gesture?.target ?? message.quotedId;
  if (target !== undefined) return aboutMessage(target, answer, context);
  if (context.meant !== undefined) return aboutTask(context.meant, answer, context);
  const open = undecidedTasks(context);
  return typeof answer === 'boolean' || typeof answer.choice === 'number'
    ? bare(answer, open, context)
    : named(answer.choice, answer.number, { open, context });
}

type Answer = WorktreeAnswer | boolean;

function answerIn({ gesture, text }: Message, yesOrNo: YesOrNo): Answer | undefined {
  if (gesture === undefined) return readWorktreeAnswer(text) ?? yesOrNo(text);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  const answer = readWorktreeAnswer(gesture.choices[0] ?? '');
  return typeof answer?.choice === 'number' ? undefined : answer;
}

/** A reply to the report, the card or the question of a task, or a vote on it, means that task. */
function aboutMessage(
  target: string,
  answer: Answer,
  context: CommandContext,
): readonly Action[] | undefined {
  const { conversation, store } = context;
  const id =
    store.undos.reportedBy(conversation, questionIdOf(target)) ??
    store.undos.reportedBy(conversation, target);
  const session = id && store.sessions.get(id);
  if (session === undefined || store.worktrees.get(session.id) === undefined) return undefined;
  return answered(session, answer, context);
}

/** One that was named by its number; while it works, an answer is one to what it asks. */
function aboutTask(
  session: SessionRecord,
  answer: Answer,
  context: CommandContext,
): readonly Action[] | undefined {
  const isOver = isAtRest(session) && context.store.worktrees.of(session) !== undefined;
  return isOver ? answered(session, answer, context) : undefined;
}

function named(
  choice: WorktreeChoice,
  number: number | undefined,
  { open, context }: { readonly open: readonly SessionRecord[]; readonly context: CommandContext },
): readonly Action[] | undefined {
  const fitting = open
    .filter((session) => number === undefined || session.number === number)
    .filter((session) => mayBeMeant(session, choice, context));
  const [only] = fitting;
  if (only !== undefined && fitting.length > 1) return [whichReply(fitting, context)];
  const meant = only ?? justChosenAbout(number, context);
  return meant === undefined ? undefined : chooseActions(meant, choice, context);
}

/** Said twice, or something else this time: the task that was named, else the newest one, when it was chosen about. */
function justChosenAbout(
  number: number | undefined,
  { conversation, sender, store }: CommandContext,
): SessionRecord | undefined {
  const session =
    number === undefined
      ? store.sessions.ofConversation(conversation, 1)[0]
      : store.sessions.ofNumber(conversation, number);
  const landing = session && store.worktrees.get(session.id)?.landing;
  const isChosen = landing !== undefined && landing !== 'refused';
  return isChosen && session?.owner === sender ? session : undefined;
}

/** A number or a yes without more means what was asked last. */
function bare(
  answer: Answer,
  open: readonly SessionRecord[],
  context: CommandContext,
): readonly Action[] | undefined {
  const [only] = open;
  if (only === undefined) return undefined;
  if (open.length > 1)
    return open.some((one) => isLatest(one, context)) ? [whichReply(open, context)] : undefined;
  return isLatest(only, context) ? answered(only, answer, context) : undefined;
}

/** Nothing else has been talked about in this chat since it ended. */
function isLatest(
  { id, updatedAtMs, status }: SessionRecord,
  { conversation, store }: CommandContext,
): boolean {
  const others = store.sessions
    .ofConversation(conversation, LOOK_BACK)
    .filter((session) => session.id !== id);
  return status !== 'parked' && others.every((session) => session.updatedAtMs <= updatedAtMs);
}

function answered(session: SessionRecord, answer: Answer, context: CommandContext): readonly Action[] {
  const { store, program, texts } = context;
  const record = store.worktrees.get(session.id);
  if (record === undefined) return [];
  const choices = choicesFor(record, program.worktrees);
  const choice = meant(answer, choices);
  if (choice !== undefined) return chooseActions(session, choice, context);
  const { choose, notOffered } = texts.worktrees;
  const lines = [
    typeof answer === 'boolean' ? choose : notOffered,
    choiceLine(record, program.worktrees, texts),
  ];
  return [{ kind: 'reply', text: lines.join('\n') }];
}

/** A yes to "bring this in?" is plain; a no does not say whether the copy may go. */
function meant(answer: Answer, choices: readonly WorktreeChoice[]): WorktreeChoice | undefined {
  if (answer === true) return choices[0] === 'apply' ? 'apply' : undefined;
  if (answer === false) return undefined;
  return typeof answer.choice === 'number' ? choices[answer.choice - 1] : answer.choice;
}
