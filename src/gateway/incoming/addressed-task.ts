import type { MessageWords } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { questionIdOf } from '../../core/ids.ts';
import { isAlive, unfinishedTasks } from '../tasks/conversation-sessions.ts';
import { readNumbered } from '../tasks/task-name.ts';

/** The task that a message names. */
export type AddressedTask =
  /** By its number; `words` is the rest of the text. `isShown`: numbers are shown, so nothing else can be meant. */
  | {
      readonly kind: 'number';
      readonly session: SessionRecord;
      readonly words: string;
      readonly isShown: boolean;
    }
  /** By replying to something about it. */
  | { readonly kind: 'reply'; readonly session: SessionRecord }
  /** By the number of a task that has ended and takes no more messages, or by replying to something about it. */
  | {
      readonly kind: 'ended';
      readonly session: SessionRecord;
      readonly words: string;
      readonly isNumbered: boolean;
    }
  /** By a number that no task has. */
  | { readonly kind: 'unknown'; readonly number: number; readonly words: string };

/** Larger numbers are those of issues and pull requests. */
const MAX_TASK_NUMBER = 99;

interface AddressContext extends Pick<CommandContext, 'conversation'> {
  readonly store: Pick<CommandContext['store'], 'sessions' | 'taskNumbers' | 'worktrees'>;
  readonly program: Pick<CommandContext['program'], 'worktrees'>;
}

/** Undefined for a message that names none; a forwarded message names nothing. */
export function findAddressed(message: MessageWords, context: AddressContext): AddressedTask | undefined {
  if (message.gesture !== undefined || message.forwarded === true) return undefined;
  return byNumber(message.text, context) ?? byReply(message, context);
}

/** The task that this message replies to. */
function byReply(
  { quotedId, text }: MessageWords,
  { conversation, store }: AddressContext,
): AddressedTask | undefined {
  if (quotedId === undefined) return undefined;
  const { sessions } = store;
  const session =
    sessions.findByMessage(conversation, quotedId) ??
    sessions.findByMessage(conversation, questionIdOf(quotedId));
  if (session?.mode !== 'agent') return undefined;
  if (isAlive(session, store)) return { kind: 'reply', session };
  return { kind: 'ended', session, words: text.trim(), isNumbered: false };
}

/** With a single task in the workspace no number is shown: `#1 is the bug` may then be about something else. */
function byNumber(text: string, context: AddressContext): AddressedTask | undefined {
  const { conversation, store, program } = context;
  const numbered = readNumbered(lineWithNumber(text));
  if (numbered === undefined) return undefined;
  const words = lineWithNumber(text) === text ? numbered.words : wordsAround(text);
  const { number } = numbered;
  const session = store.taskNumbers.findHolder(conversation, number);
  if (session === undefined) return number > MAX_TASK_NUMBER ? undefined : { kind: 'unknown', number, words };
  const others = unfinishedTasks(context).filter(({ id }) => id !== session.id);
  const hasWorktree = store.worktrees.findActive(session) !== undefined;
  const isShown = hasWorktree || (program.worktrees.mostParallel > 1 && others.length > 0);
  if (isAlive(session, store)) return { kind: 'number', session, words, isShown };
  return isShown ? { kind: 'ended', session, words, isNumbered: true } : undefined;
}

/** The last of several lines, if it is only a number: people add it as an afterthought. */
function lineWithNumber(text: string): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return readNumbered(last)?.words === '' ? last : text;
}

function wordsAround(text: string): string {
  return text.trim().split('\n').slice(0, -1).join('\n').trim();
}
