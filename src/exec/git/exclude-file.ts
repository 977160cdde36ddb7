import { join } from 'node:path';
import { commonGitFolder } from './origin.ts';

/**
 * The file in which a person tells git what to ignore in this clone alone. All worktrees of a repository share it.
 */
export function excludeFileOf(workspace: string): string {
  return join(commonGitFolder(workspace), 'info', 'exclude');
}
