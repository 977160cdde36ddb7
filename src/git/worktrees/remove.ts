import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Worktrees } from '../../contracts/worktrees.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { gitFailure } from '../repository.ts';
import { assertBranchName } from './branch-name.ts';
import {
  assertOwnFolder,
  forgetWorktree,
  openCommon,
  type Project,
  type RepositoryQueue,
  type WorktreesParts,
} from './open-project.ts';
import { removeFolder } from './remove-folder.ts';

/** See `Worktrees.remove`. */
export async function removeWorktree(
  parts: WorktreesParts,
  queue: RepositoryQueue,
  { project, folder, branch }: Parameters<Worktrees['remove']>[0],
): Promise<void> {
  assertOwnFolder(parts, folder);
  if (branch !== undefined) assertBranchName(branch);
  await clearFolder(parts, folder);
  await removeIfEmpty(dirname(folder));
  const place = await repositoryIfThere(parts, project);
  if (place === undefined) return;
  await queue.run(place.common, async () => {
    await forgetWorktree(place.common, folder);
    if (branch !== undefined) await removeBranch(place, branch);
  });
}

/** The registration is found by the folder's name at any time, so it is removed second. */
export async function clearFolder(
  { endSetup }: Pick<WorktreesParts, 'endSetup'>,
  folder: string,
): Promise<void> {
  await endSetup(folder);
  await removeFolder(folder);
}

/** A worktree can be removed even when the person has deleted the project. */
async function repositoryIfThere(parts: WorktreesParts, project: string): Promise<Project | undefined> {
  try {
    return await openCommon(parts, project);
  } catch (error) {
    if (isFailure(error) && (error.kind === 'not-found' || error.kind === 'unavailable')) return undefined;
    throw error;
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/** Git itself refuses a branch that is checked out somewhere. */
async function removeBranch({ repository }: Project, branch: string): Promise<void> {
  const known = await repository.run(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (known.code !== 0) return;
  const result = await repository.run(['branch', '--quiet', '-D', '--', branch]);
  if (result.code === 0) return;
  if (/checked out|used by worktree/.test(result.stderr))
    throw new Failure('conflict', fault('branch-in-use', branch));
  throw gitFailure(result, 'unavailable');
}
