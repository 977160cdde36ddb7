import { join } from 'node:path';
import { commonGitFolder } from './origin.ts';

/** Where a person tells git what to ignore in this clone alone. The worktrees of a repository share it. */
export function excludeFileOf(workspace: string): string {
  return join(commonGitFolder(workspace), 'info', 'exclude');
}
