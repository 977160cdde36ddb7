import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../base/failure.ts';
import { isInside } from './is-inside.ts';

/**
 * Folders outside a project that its git needs to read: the whole repository when the project is a part of it, or the
 * repository of a worktree. A repository that is the person's home is left out.
 */
export async function repositoryFolders(workspace: string, home: string): Promise<readonly string[]> {
  for (let folder = workspace; folder !== dirname(folder); folder = dirname(folder)) {
    const pointer = await readIfThere(join(folder, '.git'));
    if (pointer === undefined) continue;
    const git = await realIfThere(gitFolder(folder, pointer));
    const common = git === undefined ? undefined : await commonFolder(git);
    return [folder, git, common].filter(
      (path) => path !== undefined && !isInside(path, workspace) && !isInside(home, path),
    ) as string[]; // undefined is sorted out
  }
  return [];
}

/** A worktree or sub-module has a file that names its folder. */
function gitFolder(folder: string, pointer: string): string {
  return resolve(folder, /^gitdir: (.+)$/m.exec(pointer)?.[1] ?? '.git');
}

async function commonFolder(git: string): Promise<string | undefined> {
  const common = await readIfThere(join(git, 'commondir'));
  return common === undefined ? undefined : realIfThere(resolve(git, common.trim()));
}

/** Text of a file, empty for a folder, undefined when there is nothing. */
async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'EISDIR') return '';
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function realIfThere(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
