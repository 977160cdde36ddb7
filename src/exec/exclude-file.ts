import { join } from 'node:path';
import { isGitPointer } from './protected-paths.ts';
import { repositoryFolders } from './repository-folders.ts';

/** Where a person tells git what to ignore in this clone alone. The worktrees of a repository share it. */
export function excludeFileOf(workspace: string): string {
  const folder = isGitPointer(workspace) ? repositoryFolders(workspace, '/').at(-1) : undefined;
  return join(folder ?? join(workspace, '.git'), 'info', 'exclude');
}
