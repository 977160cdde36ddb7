import { basename } from 'node:path';
import { bootstrapIn, bootstrapNames } from '../../agent/prompt/bootstrap.ts';
import type { BootstrapFile } from '../../contracts/assignment.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { WorkspaceList } from '../../contracts/workspaces.ts';
import { formatBytes } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
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

interface BootstrapContext extends Pick<CommandContext, 'isGroup' | 'texts' | 'workspace'> {
  readonly person: Pick<CommandContext['person'], 'role'>;
  readonly program: Pick<CommandContext['program'], 'bootstrap'>;
}

/** The owner's files for a task that begins now, and which of them cannot be used. */
export function bootstrapLines(context: BootstrapContext, project = context.workspace): readonly string[] {
  const { program, person, isGroup, texts } = context;
  const ownerAlone = person.role === 'owner' && !isGroup;
  const files = program
    .bootstrap(project, bootstrapNames('agent', ownerAlone))
    // The path of one in a project reveals the project's place.
    .map((file) => ({ ...file, place: ownerAlone ? escapeHidden(file.place) : file.name }));
  const used = files.flatMap((file) => (file.kind === 'read' ? bootstrapFileText(file, texts) : []));
  const { bootstrap, bootstrapRefused, bootstrapFault } = texts.status;
  return [
    ...(used.length === 0 ? [] : [bootstrap(used.join(' · '))]),
    ...files.flatMap((file) =>
      file.kind === 'refused' ? bootstrapRefused(file.place, bootstrapFault[file.why]) : [],
    ),
  ];
}

function bootstrapFileText(file: Extract<BootstrapFile, { kind: 'read' }>, { status }: Texts): string {
  const { place, text, bytes, isCut } = file;
  return isCut ? status.bootstrapCut(place, String(text.length), formatBytes(bytes)) : place;
}

/** The files that a running task began with, whatever they contain now. */
export function sessionBootstrapLines({ prompt }: SessionRecord, { status }: Texts): readonly string[] {
  const names = bootstrapIn(prompt.system ?? '');
  return names.length === 0 ? [] : [status.bootstrapThen(names.join(' · '))];
}
