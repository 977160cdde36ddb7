import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { Failure } from '../../core/failure.ts';
import { sessionIdOf } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import { commandName } from '../../core/texts/texts.ts';
import type { SessionFinder } from '../../store/open-records.ts';
import { addressableSessions, isAlive, sessionHere, unfinishedTasks } from './conversation-sessions.ts';
import { projectName } from './projects.ts';
import { statusText, taskLine } from './session-text.ts';

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

/** The task of this chat that a person names after a command: `#2`, `2` or an id. */
export function sessionNamed(
  name: string,
  context: Pick<CommandContext, 'conversation' | 'store'>,
): SessionRecord | undefined {
  const numbered = readNumbered(/^\d/.test(name) ? `#${name}` : name);
  if (numbered?.words === '')
    return context.store.taskNumbers.findHolder(context.conversation, numbered.number);
  const id = sessionIdOf(name);
  return id === undefined ? undefined : sessionHere(context, id);
}

interface TaskNumbering {
  readonly store: Pick<CommandContext['store'], 'sessions' | 'worktrees'>;
  /** How many tasks of one conversation may run at the same time. */
  readonly mostParallel: number;
  /** True when another one is about to begin. */
  readonly isOneMore?: boolean;
}

type NamedSession = Pick<SessionRecord, 'id' | 'conversation' | 'workspace' | 'number'>;

/** `#2 ` before a text about a task, when the chat has others; else nothing. */
export function taskTag(session: NamedSession, { store, mostParallel, isOneMore }: TaskNumbering): string {
  const { id, conversation, number } = session;
  if (number === 0) return '';
  if (store.worktrees.findActive(session) !== undefined) return `#${number} `;
  if (mostParallel <= 1) return '';
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
  return { store, mostParallel: program.worktrees.mostParallel };
}

/**
 * Finds a session by its id as /sessions shows it, or by `#2` if only one chat has a task 2.
 * @throws Failure `not-found`; `invalid` for a number of several chats
 */
export function findAnySession(name: string, sessions: SessionFinder): SessionRecord {
  const numbered = readNumbered(/^\d{1,4}$/.test(name) ? `#${name}` : name);
  const id = sessionIdOf(name);
  const found =
    numbered?.words === '' ? findTaskByNumber(numbered.number, sessions) : id && sessions.findById(id);
  if (found !== undefined) return found;
  throw new Failure('not-found', fault('task-unknown', name));
}

function findTaskByNumber(number: number, sessions: SessionFinder): SessionRecord | undefined {
  const found = sessions.listByNumber(number);
  if (found.length < 2) return found[0];
  const ids = found.map(({ id, conversation }) => `${id} (${conversation})`).join(', ');
  throw new Failure('invalid', fault('task-of-several-chats', number, ids));
}

/** The task that a command is about. */
export type TaskResolution =
  | { readonly kind: 'task'; readonly session: SessionRecord }
  /** The sender has to choose, or named a task that does not exist. */
  | { readonly kind: 'reply'; readonly text: string }
  /** No task is named, and none is running. */
  | { readonly kind: 'none' };

/** `name`: the text after the command. Without it, the task that was replied to, else the only running one. */
export function resolveTask(name: string, command: string, context: CommandContext): TaskResolution {
  if (name !== '') {
    const session = sessionNamed(name, context);
    return session === undefined ? replyNoSuchTask(name, context) : { kind: 'task', session };
  }
  if (context.meant !== undefined) return { kind: 'task', session: context.meant };
  const [first, ...others] = addressableSessions(context);
  if (first === undefined) return { kind: 'none' };
  return others.length === 0
    ? { kind: 'task', session: first }
    : askWhichTask(command, [first, ...others], context);
}

/** Like `resolveTask`; when nothing is running, the newest session of the chat, however it ended. */
export function resolveTaskOrLatest(name: string, command: string, context: CommandContext): TaskResolution {
  const meant = resolveTask(name, command, context);
  const [latest] = meant.kind === 'none' ? context.store.sessions.listNewest(context.conversation, 1) : [];
  return latest === undefined ? meant : { kind: 'task', session: latest };
}

/** Like `resolveTask`, among tasks of which the newest is meant unless several of them are still running. */
export function resolveTaskAmong(
  command: string,
  candidates: readonly SessionRecord[],
  context: CommandContext,
): TaskResolution {
  const [newest] = candidates;
  if (context.meant !== undefined) return { kind: 'task', session: context.meant };
  if (newest === undefined) return { kind: 'none' };
  const alive = candidates.filter((session) => isAlive(session, context.store));
  return alive.length > 1 ? askWhichTask(command, alive, context) : { kind: 'task', session: newest };
}

function replyNoSuchTask(name: string, context: CommandContext): TaskResolution {
  return { kind: 'reply', text: noSuchTask(name, context) };
}

/** Why there is no task of this name: it never existed here, or is no longer kept. */
export function noSuchTask(name: string, { store, texts }: Pick<CommandContext, 'store' | 'texts'>): string {
  const id = sessionIdOf(name);
  const isGone = id !== undefined && store.forgetting().isForgotten(id);
  return isGone ? texts.replies.sessionGone(id) : texts.replies.noSuchSession(name);
}

function askWhichTask(
  command: string,
  tasks: readonly SessionRecord[],
  context: CommandContext,
): TaskResolution {
  const number = tasks.find((task) => task.number > 0)?.number ?? 1;
  const lines = [
    context.texts.tasks.whichFor(`${command} #${number}`),
    ...tasks.map((task) => statusLine(task, context)),
  ];
  return { kind: 'reply', text: lines.join('\n') };
}

/** `🔧 running: #2 fix the login`, with the project if it differs from the chat's. */
export function statusLine(session: SessionRecord, context: CommandContext): string {
  const { project } = session;
  const where = project === context.workspace ? '' : ` (${projectName(project)})`;
  return `${statusText(session.state, context.texts)}: ${listedName(session, numberingOf(context))}${where}`;
}

/** Asks which task the words are for. All open tasks are listed. */
export function whichTask(context: CommandContext): string {
  const tasks = unfinishedTasks(context);
  const example = `#${tasks.at(-1)?.number ?? 1}`;
  return [context.texts.tasks.which(example), ...tasks.map((task) => statusLine(task, context))].join('\n');
}

/** A task named before further words, if a task has that number: `#2 use yarn`. */
export function readLeadingTask(
  text: string,
  context: Pick<CommandContext, 'conversation' | 'store'>,
): { readonly session: SessionRecord; readonly words: string } | undefined {
  const numbered = readNumbered(text);
  const session = numbered && context.store.taskNumbers.findHolder(context.conversation, numbered.number);
  return session && numbered && { session, words: numbered.words };
}
