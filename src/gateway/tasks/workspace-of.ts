import type { CommandContext } from '../../contracts/commands.ts';
import type { WorkspaceList } from '../../contracts/workspaces.ts';

interface ConversationContext {
  readonly store: Pick<CommandContext['store'], 'chosenWorkspaces'>;
  readonly program: Pick<CommandContext['program'], 'workspaces'>;
}

/**
 * Canonical path of the workspace for a new session of this conversation. It may be missing: see `Workspaces.stands`.
 */
export function workspaceOf(
  conversation: CommandContext['conversation'],
  { store, program }: ConversationContext,
): string {
  return store.chosenWorkspaces.of(conversation) ?? program.workspaces.usual;
}

/** Projects that the sender may work in; nobody learns the names of others. */
export function workspacesFor({
  person,
  program,
}: Pick<CommandContext, 'person' | 'program'>): WorkspaceList {
  const { found, leftOut } = program.workspaces.list();
  const { workspaces } = person;
  if (workspaces === undefined) return { found, leftOut };
  return { found: found.filter(({ name }) => workspaces.includes(name)), leftOut: 0 };
}
