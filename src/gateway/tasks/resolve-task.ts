import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { Failure } from '../../core/failure.ts';
import { sessionIdOf } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import type { SessionFinder } from '../../store/open-records.ts';
import { addressableSessions, isAlive, sessionHere, unfinishedTasks } from './conversation-sessions.ts';
import { readNumbered } from './task-name.ts';
import { statusLine } from './task-status.ts';

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
