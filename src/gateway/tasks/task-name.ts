import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { commandName } from '../../core/texts/texts.ts';
import { isAlive } from './conversation-sessions.ts';
import { taskLine } from './session-text.ts';

/** A message that begins with the number of a task. */
interface NumberedMessage {
  readonly number: number;
  /** The text after the number; may be empty. */
  readonly words: string;
}

// `#2`, `# 2`, `＃２`; a separator must follow, so that a hashtag or a colour (#2fast, #2e2e2e) does not match.
const NUMBERED = /^[#＃][ \t]?([0-9０-９]{1,4})(?:[\s:,;.)!?–—-]+([\s\S]*))?$/u;

export function readNumbered(text: string): NumberedMessage | undefined {
  const match = NUMBERED.exec(text.trim());
  const digits = match?.[1]?.normalize('NFKC');
  if (digits === undefined) return undefined;
  return { number: Number(digits), words: (match?.[2] ?? '').trim() };
}

interface TaskNumbering {
  readonly store: Pick<CommandContext['store'], 'sessions' | 'worktrees'>;
  /** How many tasks of one conversation may run at the same time. */
  readonly maxParallelTasks: number;
  /** True when another one is about to begin. */
  readonly isOneMore?: boolean;
}

type NamedSession = Pick<SessionRecord, 'id' | 'conversation' | 'workspace' | 'number'>;

/** `#2 ` before a text about a task, when the chat has others; else nothing. */
export function taskTag(
  session: NamedSession,
  { store, maxParallelTasks, isOneMore }: TaskNumbering,
): string {
  const { id, conversation, number } = session;
  if (number === 0) return '';
  if (store.worktrees.findActive(session) !== undefined) return `#${number} `;
  if (maxParallelTasks <= 1) return '';
  return isOneMore === true || store.sessions.hasOtherTask(conversation, id) ? `#${number} ` : '';
}

/** A task's name among the others of its chat, in the width of a phone line. */
export function taskName(
  session: NamedSession & Pick<SessionRecord, 'task'>,
  numbering: TaskNumbering,
): string {
  return `${taskTag(session, numbering)}${taskLine(session)}`;
}

/** Like `taskName`, in a list that also holds ended tasks: a number that may be given again is not shown. */
export function listedName(session: SessionRecord, numbering: TaskNumbering): string {
  return isAlive(session, numbering.store) ? taskName(session, numbering) : taskLine(session);
}

/** The name of a task that has ended, with its number while no other task of its chat has it. */
export function endedName(
  session: SessionRecord,
  { conversation, store }: Pick<CommandContext, 'conversation' | 'store'>,
): string {
  const isHolder = store.taskNumbers.findHolder(conversation, session.number)?.id === session.id;
  return isHolder ? `#${session.number} ${taskLine(session)}` : taskLine(session);
}

/** Like `taskName`; the task of another chat is not named in this one. */
export function nameFor(session: SessionRecord, here: NamingContext, isOneMore = false): string {
  if (session.conversation !== here.conversation) return here.texts.tasks.ofAnotherChat;
  return taskName(session, { ...numberingOf(here), isOneMore });
}

/** `/cancel #2`; undefined for a task that cannot be stopped from this chat. */
export function cancelFor(session: SessionRecord, here: NamingContext): string | undefined {
  if (session.conversation !== here.conversation) return undefined;
  return `${commandName(here.texts.commands.cancel)} ${taskTag(session, numberingOf(here))}`.trim();
}

type NamingContext = Pick<CommandContext, 'conversation' | 'texts'> & NumberingSource;

interface NumberingSource {
  readonly store: TaskNumbering['store'];
  readonly program: Pick<CommandContext['program'], 'worktrees'>;
}

export function numberingOf({ store, program }: NumberingSource): TaskNumbering {
  return { store, maxParallelTasks: program.worktrees.maxParallelTasks };
}
