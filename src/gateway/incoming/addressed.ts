import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { questionIdOf } from '../../core/ids.ts';
import { isAlive, unfinishedTasks } from '../tasks/conversation-sessions.ts';
import { readNumbered } from '../tasks/task-name.ts';

/** The task that a message names. */
export type Addressed =
  /** By its number; `words` is the rest of the text. `isShown`: numbers are shown, so nothing else can be meant. */
  | {
      readonly kind: 'number';
      readonly session: SessionRecord;
      readonly words: string;
      readonly isShown: boolean;
    }
  /** By replying to something about it. */
  | { readonly kind: 'reply'; readonly session: SessionRecord }
  /** By the number of a task that has ended and takes no more messages. */
  | { readonly kind: 'ended'; readonly session: SessionRecord };

type Message = Pick<InboundMessage, 'text' | 'quotedId' | 'gesture' | 'forwarded'>;

interface AddressContext extends Pick<CommandContext, 'conversation'> {
  readonly store: Pick<CommandContext['store'], 'sessions' | 'taskNumbers' | 'worktrees'>;
  readonly program: Pick<CommandContext['program'], 'worktrees'>;
}

/** Undefined for a message that names none; a forwarded message names nothing. */
export function addressedIn(message: Message, context: AddressContext): Addressed | undefined {
  if (message.gesture !== undefined || message.forwarded === true) return undefined;
  const replied = repliedTo(message, context);
  return byNumber(message.text, context) ?? (replied && { kind: 'reply', session: replied });
}

/** The task that this message replies to, if it still takes messages. */
function repliedTo(
  { quotedId }: Message,
  { conversation, store }: AddressContext,
): SessionRecord | undefined {
  if (quotedId === undefined) return undefined;
  const { sessions } = store;
  const session =
    sessions.ofMessage(conversation, quotedId) ?? sessions.ofMessage(conversation, questionIdOf(quotedId));
  return session?.mode === 'agent' && isAlive(session, store) ? session : undefined;
}

/** With a single task in the workspace no number is shown: `#1 is the bug` may then be about something else. */
function byNumber(text: string, context: AddressContext): Addressed | undefined {
  const { conversation, store, program } = context;
  const numbered = readNumbered(lineWithNumber(text));
  const session = numbered && store.taskNumbers.holder(conversation, numbered.number);
  if (numbered === undefined || session === undefined) return undefined;
  const words = lineWithNumber(text) === text ? numbered.words : wordsAround(text);
  const others = unfinishedTasks(context).filter(({ id }) => id !== session.id);
  const isApart = store.worktrees.of(session) !== undefined;
  const isShown = isApart || (program.worktrees.mostParallel > 1 && others.length > 0);
  if (isAlive(session, store)) return { kind: 'number', session, words, isShown };
  return isShown ? { kind: 'ended', session } : undefined;
}

/** The last of several lines, if it is only a number: people add it as an afterthought. */
function lineWithNumber(text: string): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return readNumbered(last)?.words === '' ? last : text;
}

function wordsAround(text: string): string {
  return text.trim().split('\n').slice(0, -1).join('\n').trim();
}
