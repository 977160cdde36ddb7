import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { GitStatus } from '../contracts/git.ts';
import { isFailure } from '../core/failure.ts';

/**
 * See `Git.uncommittedInside`. A repository that git refuses to read counts, because nothing in it can be committed
 * here.
 * @param statusOf of the repository whose folder this is
 */
export async function uncommittedInside(
  root: string,
  paths: readonly string[],
  statusOf: (folder: string) => Promise<GitStatus>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of new Set(paths.flatMap((path) => nestedRepository(root, path)))) {
    const inside = paths
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => posix.relative(folder, path));
    if (await standsUncommitted(inside, () => statusOf(join(root, folder)))) found.push(folder);
  }
  return found.sort();
}

/** The innermost repository around a file, below the workspace; relative to it. */
function nestedRepository(root: string, path: string): string | readonly [] {
  for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
    if (existsSync(join(root, folder, '.git'))) return folder;
  }
  return [];
}

async function standsUncommitted(
  paths: readonly string[],
  status: () => Promise<GitStatus>,
): Promise<boolean> {
  try {
    const { changes } = await status();
    return changes.some(({ path }) => paths.includes(path));
  } catch (error) {
    if (!isFailure(error)) throw error;
    return true;
  }
}
