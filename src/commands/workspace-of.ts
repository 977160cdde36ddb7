import type { CommandContext } from '../contracts/commands.ts';

interface Here {
  readonly store: Pick<CommandContext['store'], 'chosenWorkspaces'>;
  readonly program: Pick<CommandContext['program'], 'workspaces'>;
}

/** Canonical path of where a new session of this conversation works. It may be gone: see `Workspaces.stands`. */
export function workspaceOf(conversation: CommandContext['conversation'], { store, program }: Here): string {
  return store.chosenWorkspaces.of(conversation) ?? program.workspaces.usual;
}
