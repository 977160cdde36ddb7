import type { Action, CommandContext } from '../../contracts/commands.ts';
import { placeNow } from './places.ts';
import { startActions } from './start-task.ts';

/** A task from a command file: it is expanded when it first runs, from the very file that was seen now. */
export function fileCommandActions(
  { name, hash }: { readonly name: string; readonly hash: string },
  typed: string,
  context: CommandContext,
): readonly Action[] {
  const assignment = { kind: 'command', name, text: typed, hash } as const;
  return startActions(taskOf(assignment), placeNow(context), context).map((action) =>
    action.kind === 'start' ? { ...action, assignment } : action,
  );
}

/** Its name where tasks are shown. */
export function taskOf({ name, text }: { readonly name: string; readonly text: string }): string {
  return `/${name} ${text}`.trim();
}
