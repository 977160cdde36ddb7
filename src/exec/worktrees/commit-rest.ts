import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/failure.ts';
import type { Commit } from '../../contracts/checkpoints.ts';
import type { GitChange } from '../../contracts/git.ts';
import { commitPaths } from '../git-commit.ts';
import { demandOwn, openWorktree } from './open-project.ts';
import type { WorktreesParts } from './parts.ts';
import { readChanges } from './read-changes.ts';

/**
 * See `Worktrees.commitRest`. Secret files that git does not know, and repositories that the task made, are not
 * committed.
 */
export async function commitRest(
  parts: WorktreesParts,
  folder: string,
  message: string,
): Promise<Commit | undefined> {
  demandOwn(parts, folder);
  const repository = await openWorktree(parts, folder);
  const paths: string[] = [];
  for (const change of await readChanges(repository)) {
    if (await isCommitted(parts, folder, change)) paths.push(change.path);
  }
  if (paths.length === 0) return undefined;
  const { hash, subject } = await commitPaths({ repository, root: folder }, message, paths);
  return { hash, subject };
}

async function isCommitted(
  { isSecret }: WorktreesParts,
  folder: string,
  { path, code }: GitChange,
): Promise<boolean> {
  if (code === '??' && isSecret(path)) return false;
  try {
    return !(await lstat(join(folder, path))).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return true;
    throw error;
  }
}
