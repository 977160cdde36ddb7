import type { CommandContext } from '../contracts/commands.ts';

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
