import type { CommandContext } from '../../contracts/commands.ts';
import type { WebRequest } from '../../contracts/web-page.ts';
import type { Workspace } from '../../contracts/workspaces.ts';
import { workspaceOf } from '../tasks/projects.ts';
import type { ConsoleVisitors, VisitorChat } from './console-visitors.ts';

export interface VisitorProjectsParts {
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'list' | 'usual'> };
  readonly visitors: Pick<ConsoleVisitors, 'chats' | 'mayKnow'>;
}

/** The projects that a visitor may know. */
export function visitorProjects(
  { visitor }: Pick<WebRequest, 'visitor'>,
  { program, visitors }: VisitorProjectsParts,
): readonly Workspace[] {
  return program.workspaces.list().found.filter(({ path }) => visitors.mayKnow(visitor, path));
}

/** The project of this name, or the first one without a name; undefined when there is none, or it is not theirs. */
export function visitorProject(
  name: string,
  request: Pick<WebRequest, 'visitor'>,
  parts: VisitorProjectsParts,
): Workspace | undefined {
  const projects = visitorProjects(request, parts);
  return name === '' ? projects[0] : projects.find((project) => project.name === name);
}

/** A chat of this visitor that works in the project: what is said there is about its files. */
export function chatIn(
  { path }: Pick<Workspace, 'path'>,
  { visitor }: Pick<WebRequest, 'visitor'>,
  { visitors, program, store }: ChatPlaces,
): VisitorChat | undefined {
  return visitors
    .chats(visitor)
    .find(({ conversation }) => workspaceOf(conversation, { store, program }) === path);
}

export interface ChatPlaces {
  readonly visitors: Pick<ConsoleVisitors, 'chats'>;
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'usual'> };
  readonly store: Pick<CommandContext['store'], 'chosenWorkspaces'>;
}
