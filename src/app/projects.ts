import { basename } from 'node:path';
import type { Workspaces } from '../contracts/workspaces.ts';
import { createWorkspaces } from '../git/workspaces/workspaces.ts';
import type { Settings } from '../settings/settings.ts';
import { environmentOf } from './host-context.ts';

/** The projects that people can choose. */
export function projectFolders(
  settings: Pick<Settings, 'folders' | 'workspace' | 'hostEnvironment' | 'github'>,
): Workspaces {
  const { folders, workspace } = settings;
  return createWorkspaces({
    usual: workspace.projectRoot,
    root: workspace.projectsRoot,
    ownFolders: [folders.data, folders.config],
    environment: environmentOf(settings),
    token: settings.github.token,
  });
}

/** Names of the folders that people can work in. */
export function projectNames({ usual, list }: Pick<Workspaces, 'list' | 'usual'>): readonly string[] {
  return [...new Set([usual, ...list().found.map(({ path }) => path)])].map((path) => basename(path));
}
