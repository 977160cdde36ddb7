import { basename } from 'node:path';
import type { CommandContext } from '../../contracts/commands.ts';
import type { WorkspaceList } from '../../contracts/workspaces.ts';
import { escapeHidden } from '../../policy/display.ts';

/** The name of a project for people. */
export function projectName(path: string): string {
  return escapeHidden(basename(path));
}

/** Only an owner sees its place on the computer; everybody else sees its name. */
export function projectFor(
  path: string,
  { person, isGroup }: Pick<CommandContext, 'person' | 'isGroup'>,
): string {
  return person.role === 'owner' && !isGroup ? escapeHidden(path) : projectName(path);
}

interface ConversationContext {
  readonly store: Pick<CommandContext['store'], 'chosenWorkspaces'>;
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'usual'> };
}

/**
 * Canonical path of the workspace for a new session of this conversation. It may be missing: see `Workspaces.isWorkspace`.
 */
export function workspaceOf(
  conversation: CommandContext['conversation'],
  { store, program }: ConversationContext,
): string {
  return store.chosenWorkspaces.find(conversation) ?? program.workspaces.usual;
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
