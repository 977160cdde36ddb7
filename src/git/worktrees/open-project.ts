import { dirname, join, resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { realPath } from '../../files/look-at-path.ts';
import type { Repository } from '../repository.ts';
import { openRepository } from '../repository.ts';
import type { WorktreesParts } from './parts.ts';
import { worktreeOf } from './registrations.ts';

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
