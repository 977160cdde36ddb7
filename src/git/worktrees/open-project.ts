import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Dependency, Setup } from '../../contracts/worktrees.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { sha256 } from '../../core/json.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import type { KeyedQueue } from '../../core/work-queues.ts';
import { withFolder } from '../../files/held-folder.ts';
import { realPath } from '../../files/look-at-path.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { openRepository, type Repository } from '../repository.ts';
import { removeFolder } from './remove-folder.ts';

/** A worktree that is being made. */
export interface WorktreeTarget {
  /** Canonical path of the project. */
  readonly project: string;
  /** Canonical path of its worktree. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface WorktreesParts {
  /** Holds all worktrees; nothing outside of it is ever removed. Canonical; may be missing. */
  readonly home: string;
  /** Folder of the `checkpoints` states: contents are copied from one to another. */
  readonly states: string;
  readonly checkpoints: Pick<Checkpoints, 'take'>;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** True for files whose contents are never shown. */
  isSecret(path: string): boolean;
  linkDependencies(
    place: WorktreeTarget,
  ): Promise<{ readonly dependencies: readonly Dependency[]; readonly linked: readonly string[] }>;
  /** Undefined: no setup is configured. `linked`: what it may read beyond the worktree; see `LinkedFolders`. */
  runSetup(place: WorktreeTarget & { readonly linked: readonly string[] }): Promise<Setup | undefined>;
  /** Ends a setup that an earlier program left running. */
  endSetup(folder: string): Promise<void>;
}

/**
 * One step at a time in each repository: when git makes a worktree or removes a branch, it reads the data of all
 * worktrees, and fails at a half-made one.
 */
export type RepositoryQueue = Pick<KeyedQueue, 'run'>;

export interface Project {
  readonly repository: Repository;
  /** Canonical path of the folder that all worktrees of the repository share. */
  readonly common: string;
  /** Canonical path of what the folder itself has in it: the same, unless it is a worktree. */
  readonly own: string;
}

/**
 * @throws Failure `not-found` without a repository; `denied` for a project that cannot have worktrees: a folder in a
 * repository, or a sparse checkout
 */
export async function openProject(
  { environment }: Pick<WorktreesParts, 'environment'>,
  project: string,
): Promise<Project> {
  const opened = await openCommon({ environment }, project);
  const { repository } = opened;
  if (repository.prefix !== '')
    throw new Failure('denied', fault('worktree-in-repository', project, repository.top));
  if (repository.facts.isSparse) throw new Failure('denied', fault('worktree-sparse'));
  return opened;
}

/** Does not check whether the project can have worktrees. */
export async function openCommon(
  { environment }: Pick<WorktreesParts, 'environment'>,
  project: string,
): Promise<Project> {
  const repository = await openRepository({ root: project, environment });
  const args = ['rev-parse', '--git-common-dir', '--absolute-git-dir'];
  const [named, absolute] = halvesOf(await repository.runOrThrow(args));
  const common = realPath(resolve(project, named));
  const own = realPath(absolute);
  if (common === undefined || own === undefined)
    throw new Failure('not-found', fault('worktree-repository-moved', project));
  return { repository, common, own };
}

/**
 * Two paths, a line each. A folder may have a line break in its name, which both have then, or the relative one has
 * none.
 */
function halvesOf(paths: string): readonly [string, string] {
  const lines = paths.replace(/\n$/, '').split('\n');
  const middle = lines[0]?.startsWith('/') ? lines.length / 2 : 1;
  return [lines.slice(0, middle).join('\n'), lines.slice(middle).join('\n')];
}

/**
 * The repository as the worktree sees it.
 * @param project to which it has to belong; without it any repository that has registered the worktree is accepted
 * @throws Failure `not-found` when it is missing; `conflict` when its `.git` names another repository, whose commits
 * could be anybody's
 */
export async function openWorktree(
  { environment }: Pick<WorktreesParts, 'environment'>,
  folder: string,
  project?: Project,
): Promise<Repository> {
  if (realPath(folder) !== folder) throw new Failure('not-found', fault('worktree-folder-gone'));
  const { repository, common, own } = await openCommon({ environment }, folder);
  const isOwn = dirname(own) === join(common, 'worktrees') && worktreeOf(own) === folder;
  if (isOwn && repository.top === folder && (project?.common ?? common) === common) return repository;
  throw new Failure('conflict', fault('worktree-changed', folder));
}

/** A mistake in a path must never delete another folder. */
export function assertOwnFolder({ home }: Pick<WorktreesParts, 'home'>, folder: string): void {
  const isOwn = folder === resolve(folder) && folder !== home && isInside(folder, home);
  // A link on the way would lead elsewhere.
  const above = realPath(dirname(folder));
  if (!isOwn || (above !== undefined && above !== dirname(folder)))
    throw new Failure('denied', fault('worktree-foreign', folder));
}

/**
 * Folders with a repository's data about this worktree. Found by their contents, not by their name: git numbers equal
 * names.
 * @param common canonical path of the repository's own folder
 * @param folder canonical path of the worktree
 */
async function registrationsOf(common: string, folder: string): Promise<readonly string[]> {
  const all = join(common, 'worktrees');
  try {
    const names = await withFolder(all, (place) => readdir(place));
    return names.map((name) => join(all, name)).filter((own) => worktreeOf(own) === folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** The worktree's path in its registration. A newer git may write it relative to the registration. */
function worktreeOf(registration: string): string | undefined {
  try {
    const text = readRegular(join(registration, 'gitdir')).replace(/\n$/, '');
    return dirname(resolve(registration, text));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Makes the repository forget this worktree only: pruning would also forget a worktree of the person on a disk that
 * is not mounted.
 */
export async function forgetWorktree(common: string, folder: string): Promise<void> {
  // A half-removed registration would make git fail, and no longer name its worktree: this name finds it again.
  const gone = join(common, `worktree-gone-${sha256(folder).slice(0, 24)}`);
  await removeFolder(gone);
  for (const registration of await registrationsOf(common, folder)) {
    await withFolder(dirname(registration), (place) => rename(join(place, basename(registration)), gone));
    await removeFolder(gone);
  }
  // The parent folder stays even when empty: another registration may be created at this moment.
}
