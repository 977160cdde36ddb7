import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { sessionIdOf } from '../../core/ids.ts';
import { addressableSessions, isAlive, unfinishedTasks } from './conversation-sessions.ts';
import { projectName } from './projects.ts';
import { statusText } from './session-text.ts';
import { listedName, numberingOf, readNumbered, sessionNamed } from './task-name.ts';

/** The task that a command is about. */
export type MeantTask =
  | { readonly kind: 'task'; readonly session: SessionRecord }
  /** The sender has to choose, or named a task that does not exist. */
  | { readonly kind: 'reply'; readonly text: string }
  /** No task is named, and none is running. */
  | { readonly kind: 'none' };

/** `name`: the text after the command. Without it, the task that was replied to, else the only running one. */
export function taskMeant(name: string, command: string, context: CommandContext): MeantTask {
  if (name !== '') {
    const session = sessionNamed(name, context);
    return session === undefined ? noSuch(name, context) : { kind: 'task', session };
  }
  if (context.meant !== undefined) return { kind: 'task', session: context.meant };
  const [first, ...others] = addressableSessions(context);
  if (first === undefined) return { kind: 'none' };
  return others.length === 0
    ? { kind: 'task', session: first }
    : whichFor(command, [first, ...others], context);
}

/** Like `taskMeant`; when nothing is running, the newest session of the chat, however it ended. */
export function latestMeant(name: string, command: string, context: CommandContext): MeantTask {
  const meant = taskMeant(name, command, context);
  const [latest] = meant.kind === 'none' ? context.store.sessions.listNewest(context.conversation, 1) : [];
  return latest === undefined ? meant : { kind: 'task', session: latest };
}

/** Like `taskMeant`, among tasks of which the newest is meant unless several of them are still running. */
export function newestMeant(
  command: string,
  candidates: readonly SessionRecord[],
  context: CommandContext,
): MeantTask {
  const [newest] = candidates;
  if (context.meant !== undefined) return { kind: 'task', session: context.meant };
  if (newest === undefined) return { kind: 'none' };
  const alive = candidates.filter((session) => isAlive(session, context.store));
  return alive.length > 1 ? whichFor(command, alive, context) : { kind: 'task', session: newest };
}

function noSuch(name: string, context: CommandContext): MeantTask {
  return { kind: 'reply', text: noSuchTask(name, context) };
}

/** Why there is no task of this name: it never existed here, or is no longer kept. */
export function noSuchTask(name: string, { store, texts }: Pick<CommandContext, 'store' | 'texts'>): string {
  const id = sessionIdOf(name);
  const isGone = id !== undefined && store.forgetting().isForgotten(id);
  return isGone ? texts.replies.sessionGone(id) : texts.replies.noSuchSession(name);
}

function whichFor(command: string, tasks: readonly SessionRecord[], context: CommandContext): MeantTask {
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
