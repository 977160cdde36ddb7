import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { isInside } from '../core/paths.ts';
import { realPath, unlessRefused } from './look-at-path.ts';

/**
 * Folders outside a project that its git has to read: the whole repository when the project is a part of it, or the
 * repository of a worktree or sub-module. A repository in the person's home folder is left out.
 */
export function repositoryFolders(workspace: string, home: string, ceiling?: string): readonly string[] {
  const found = findRepository(workspace, ceiling);
  if (found === undefined) return [];
  const { folder, git } = found;
  const isBelow = git === undefined || isInside(git, folder);
  const repository = isBelow || pointsBack(git, folder) ? [git, commonFolder(git, workspace)] : [];
  return [folder, ...repository]
    .filter((path) => path !== undefined)
    .filter((path) => !isInside(path, workspace) && !isInside(home, path));
}

/** The history of a repository around a folder, be it a project or not: it holds everything in it. */
export function historiesAround(folder: string): readonly string[] {
  const found = findRepository(folder);
  return [found?.git, found && commonFolder(found.git, found.folder)].filter((path) => path !== undefined);
}

export interface RepositoryLocation {
  /** The folder with the `.git`. */
  readonly folder: string;
  /** Canonical path of its target; undefined when there is none. */
  readonly git: string | undefined;
}

/** Searches as git does: from the folder upwards, but not in the ceiling or above. */
export function findRepository(from: string, ceiling?: string): RepositoryLocation | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    if (folder === ceiling && folder !== from) return undefined;
    const pointer = readIfThere(join(folder, '.git'));
    if (pointer !== undefined) return { folder, git: realPath(gitFolder(folder, pointer)) };
  }
  return undefined;
}

/** A worktree or sub-module has a file that names its folder. */
function gitFolder(folder: string, pointer: string): string {
  return resolve(folder, /^gitdir: (.+)$/m.exec(pointer)?.[1] ?? '.git');
}

/** The project's writers can change the pointer: unless the target points back, it may lead to anybody's keys. */
export function pointsBack(git: string, folder: string): boolean {
  const ofWorktree = readIfThere(join(git, 'gitdir'))?.trim();
  const ofSubmodule = /^[ \t]*worktree[ \t]*=[ \t]*(.+?)[ \t]*$/m.exec(
    readIfThere(join(git, 'config')) ?? '',
  )?.[1];
  const named = [
    ...(ofWorktree === undefined ? [] : [dirname(resolve(git, ofWorktree))]),
    ...(ofSubmodule === undefined ? [] : [resolve(git, ofSubmodule)]),
  ];
  return named.some((path) => realPath(path) === folder);
}

/** A target inside the project does not lead to other folders: see `pointsBack`. */
export function commonFolder(git: string | undefined, workspace: string): string | undefined {
  if (git === undefined || isInside(git, workspace)) return undefined;
  const common = readIfThere(join(git, 'commondir'));
  return common === undefined ? undefined : realPath(resolve(git, common.trim()));
}

/** Text of a file, empty for a folder, undefined when nothing exists. */
function readIfThere(file: string): string | undefined {
  try {
    return readRegular(file);
  } catch (error) {
    if (codeOf(error) === 'EISDIR') return '';
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** A worktree or sub-module has a file in place of the folder; git obeys whatever repository it names. */
export function isGitPointer(root: string): boolean {
  return unlessRefused(() => lstatSync(join(root, '.git')).isFile()) === true;
}

/** The `.git` folder with the settings and branches of a project or its worktree. */
export function commonGitFolder(root: string): string {
  const folder = isGitPointer(root) ? repositoryFolders(root, '/').at(-1) : undefined;
  return folder ?? join(root, '.git');
}

/**
 * The file in which a person tells git what to ignore in this clone alone. All worktrees of a repository share it.
 */
export function excludeFileOf(workspace: string): string {
  return join(commonGitFolder(workspace), 'info', 'exclude');
}
