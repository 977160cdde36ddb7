import { dirname, join, resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { isInside } from '../../core/is-inside.ts';
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
    throw new Failure(
      'denied',
      `${project} is a folder in the repository ${repository.top}. A copy needs the whole repository: make that one the project.`,
    );
  const sparse = await repository.run(['config', '--type=bool', '--get', 'core.sparseCheckout']);
  if (sparse.stdout.trim() === 'true')
    throw new Failure(
      'denied',
      'Only some files of this repository are checked out (git sparse-checkout). A copy needs them all.',
    );
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
  if (common === undefined)
    throw new Failure('not-found', `The repository of ${project} is no longer where it was.`);
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
  if (realPath(folder) !== folder)
    throw new Failure('not-found', 'The folder that the task worked in is gone.');
  const { repository, common } = await openCommon({ environment }, folder);
  const own = realPath((await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, ''));
  const isOwn = own !== undefined && dirname(own) === join(common, 'worktrees') && worktreeOf(own) === folder;
  if (isOwn && repository.top === folder && (project?.common ?? common) === common) return repository;
  throw new Failure('conflict', `${folder} is no longer a worktree of the project: its .git was changed.`);
}

/** A mistake in a path must never delete another folder. */
export function assertOwnFolder({ home }: Pick<WorktreesParts, 'home'>, folder: string): void {
  const isOwn = folder === resolve(folder) && folder !== home && isInside(folder, home);
  // A link on the way would lead elsewhere.
  const above = realPath(dirname(folder));
  if (!isOwn || (above !== undefined && above !== dirname(folder)))
    throw new Failure('denied', `${folder} is no worktree of this program.`);
}
