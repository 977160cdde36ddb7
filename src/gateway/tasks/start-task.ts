import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { inlineCode } from '../../core/text.ts';
import { resolveProfileName } from '../../models/profile.ts';
import { unfinishedTasks } from './conversation-sessions.ts';
import { taskLine } from './session-text.ts';
import { nameFor } from './task-name.ts';
import { placementNow, type TaskPlacement } from './task-queue.ts';

/** Starts a task, and tells its person where and when it works. */
export function startActions(task: string, place: TaskPlacement, context: CommandContext): readonly Action[] {
  const { texts, program } = context;
  const { replies, status, tasks } = texts;
  const begin: Action = { kind: 'start', mode: 'agent', task };
  const readOnly = program.writeEnabled ? [] : [status.writesOff];
  const name = newName(task, place.kind === 'worktree', context);
  switch (place.kind) {
    case 'workspace': {
      const text = [replies.started(name), ...readOnly].join('\n');
      const reply: Action = { kind: 'reply', text };
      return [begin, program.writeEnabled ? { ...reply, instead: 'card' } : reply];
    }
    case 'worktree': {
      const lines = [
        tasks.worktree(name, nameFor(place.beside, context, true)),
        tasks.howToTell(newNumber(context)),
      ];
      return [
        { ...begin, worktree: { kind: 'branch' } },
        { kind: 'reply', text: lines.join('\n') },
      ];
    }
    case 'queue': {
      const lines = [...queuedLines(name, place, context), ...readOnly];
      return [begin, { kind: 'reply', text: lines.join('\n') }];
    }
  }
}

/** A task from a command file: it is expanded when it first runs, from the very file that was seen now. */
export function fileCommandActions(
  { name, hash }: { readonly name: string; readonly hash: string },
  typed: string,
  context: CommandContext,
): readonly Action[] {
  const assignment = { kind: 'command', name, text: typed, hash } as const;
  return startActions(taskOf(assignment), placementNow(context), context).map((action) =>
    action.kind === 'start' ? { ...action, assignment } : action,
  );
}

/** The task's text, as it is shown in lists. */
export function taskOf({ name, text }: { readonly name: string; readonly text: string }): string {
  return `/${name} ${text}`.trim();
}

/** Says that a task waits and for which other one, and where it helps, why it cannot run in parallel. */
export function queuedLines(
  name: string,
  { behind, why }: { behind: SessionRecord; why: 'folder' | 'limit' | 'no-repository' | undefined },
  context: CommandContext,
): readonly string[] {
  const { conversation, texts, program } = context;
  const { maxParallelTasks } = program.worktrees;
  const isHere = behind.conversation === conversation;
  return [
    isHere ? texts.replies.queued(name, nameFor(behind, context, true)) : texts.tasks.queuedElsewhere(name),
    ...(why === 'limit' && maxParallelTasks > 1 ? [texts.tasks.limit(maxParallelTasks)] : []),
    ...(why === 'no-repository' ? [texts.tasks.noRepository] : []),
  ];
}

/** The name of the task once it is stored. */
export function newName(task: string, hasWorktree: boolean, context: CommandContext): string {
  const { program } = context;
  if (hasWorktree) return `#${newNumber(context)} ${taskLine({ task })}`;
  const isOne = unfinishedTasks(context).length === 0;
  const tag = isOne || program.worktrees.maxParallelTasks <= 1 ? '' : `#${newNumber(context)} `;
  return `${tag}${taskLine({ task })}`;
}

/** The number that the next task of this chat gets. */
function newNumber({ conversation, store }: CommandContext): number {
  return store.taskNumbers.nextFree(conversation);
}

interface TypedTask {
  /** The model as it was typed; when undefined, that of the chat. */
  readonly model: string | undefined;
  readonly task: string;
}

/** `--model opus fix the login`: a task with a model for itself alone. */
export function readModelOption(typed: string): TypedTask {
  const [, model, task = typed] =
    /^(?:--|—)(?:model|modelo)(?:\s*=\s*|\s+)(\S+)\s*([\s\S]*)$/i.exec(typed) ?? [];
  return { model, task };
}

/**
 * Begins what was typed behind a command, with the model that stands before it.
 * @param start begins the task alone; called with an empty one where only a model was named
 */
export function withModelOption(
  typed: string,
  { program, texts }: Pick<CommandContext, 'program' | 'texts'>,
  start: (task: string) => readonly Action[],
): readonly Action[] {
  const { model: said, task } = readModelOption(typed);
  if (said === undefined) return start(typed);
  const names = program.models.map(({ name }) => name);
  const model = resolveProfileName(said, names);
  if (model === undefined)
    return [
      { kind: 'reply', text: texts.tasks.unknownModel(inlineCode(said), names.map(inlineCode).join(', ')) },
    ];
  return start(task).map((action) => (action.kind === 'start' ? { ...action, model } : action));
}
