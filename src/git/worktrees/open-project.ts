import { dirname, join, resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { isInside } from '../../core/is-inside.ts';
import { fault } from '../../core/texts/faults.ts';
import { realPath } from '../../files/real-path.ts';
import type { Repository } from '../repository.ts';
import { openRepository } from '../repository.ts';
import type { WorktreesParts } from './parts.ts';
import { worktreeOf } from './registrations.ts';

export interface Project {
  readonly repository: Repository;
  /** Canonical path of the folder that all worktrees of the repository share. */
  readonly common: string;
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
  const sparse = await repository.run(['config', '--type=bool', '--get', 'core.sparseCheckout']);
  if (sparse.stdout.trim() === 'true') throw new Failure('denied', fault('worktree-sparse'));
  return opened;
}

/** Does not check whether the project can have worktrees. */
export async function openCommon(
  { environment }: Pick<WorktreesParts, 'environment'>,
  project: string,
): Promise<Project> {
  const repository = await openRepository({ root: project, environment });
  const named = (await repository.runOrThrow(['rev-parse', '--git-common-dir'])).replace(/\n$/, '');
  const common = realPath(resolve(project, named));
  if (common === undefined) throw new Failure('not-found', fault('worktree-repository-moved', project));
  return { repository, common };
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
  const { repository, common } = await openCommon({ environment }, folder);
  const own = realPath((await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, ''));
  const isOwn = own !== undefined && dirname(own) === join(common, 'worktrees') && worktreeOf(own) === folder;
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
