import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { unfinishedTasks } from './conversation-sessions.ts';
import { taskLine } from './session-text.ts';
import { nameFor } from './task-name.ts';

export interface Wait {
  readonly behind: SessionRecord;
  readonly why: 'folder' | 'limit' | 'no-repository' | undefined;
}

/** That a task waits, for which other, and why it cannot run in parallel, if that should be said. */
export function queuedLines(name: string, { behind, why }: Wait, context: CommandContext): readonly string[] {
  const { conversation, texts, program } = context;
  const { mostParallel } = program.worktrees;
  const isHere = behind.conversation === conversation;
  return [
    isHere ? texts.replies.queued(name, nameFor(behind, context, true)) : texts.tasks.queuedElsewhere(name),
    ...(why === 'limit' && mostParallel > 1 ? [texts.tasks.limit(mostParallel)] : []),
    ...(why === 'no-repository' ? [texts.tasks.noRepository] : []),
  ];
}

/** Its name once it is stored. */
export function newName(task: string, isApart: boolean, context: CommandContext): string {
  const { program } = context;
  if (isApart) return `#${newNumber(context)} ${taskLine({ task })}`;
  const isOne = unfinishedTasks(context).length === 0;
  const tag = isOne || program.worktrees.mostParallel <= 1 ? '' : `#${newNumber(context)} `;
  return `${tag}${taskLine({ task })}`;
}

/** The number that the next task of this chat gets. */
export function newNumber({ conversation, store }: CommandContext): number {
  return store.sessions.freeNumber(conversation);
}
