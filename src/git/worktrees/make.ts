import { dirname } from 'node:path';
import type { MadeWorktree, WorktreeRequest, WorktreeStart } from '../../contracts/worktrees.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { makeFolder, withFolder } from '../../files/held-folder.ts';
import { treeEntries } from '../checkpoints/apply-repository.ts';
import { seedShadow } from '../checkpoints/keep-contents.ts';
import { commitOf } from '../checkpoints/plan-repository.ts';
import type { Shadow } from '../checkpoints/shadow.ts';
import { configKeyFailure, gitFailure, type Repository } from '../repository.ts';
import { assertBranchName } from './branch-name.ts';
import { carryChanges, carryStart } from './carry-changes.ts';
import { shadowOf } from './landing.ts';
import {
  assertOwnFolder,
  forgetWorktree,
  openProject,
  type Project,
  type RepositoryQueue,
  type WorktreePlace,
  type WorktreesParts,
} from './open-project.ts';
import { clearFolder } from './remove.ts';

/** Limit for writing the files of a large project. */
const CHECKOUT_TIME_MS = 5 * MINUTE_MS;

/** See `Worktrees.make`. */
export async function makeWorktree(
  parts: WorktreesParts,
  queue: RepositoryQueue,
  request: WorktreeRequest,
): Promise<MadeWorktree> {
  const { project, folder, branch } = request;
  assertOwnFolder(parts, folder);
  const place = await openProject(parts, project);
  if (branch !== undefined) assertCommittable(place, branch);
  const clear = () => clearAll(parts, queue, place, folder);
  await clear();
  const head = await headOrThrow(place, project);
  try {
    return await makeAt(parts, queue, request, { ...place, head });
  } catch (error) {
    // Leftovers that cannot be removed now are removed by the next try.
    await clear().catch((later: unknown) => {
      if (!isFailure(later)) throw later;
    });
    throw error;
  }
}

async function clearAll(
  parts: WorktreesParts,
  queue: RepositoryQueue,
  { common }: Project,
  folder: string,
): Promise<void> {
  await clearFolder(parts, folder);
  await queue.run(common, () => forgetWorktree(common, folder));
}

/** This program never commits files with filters of the repository: a branch of it would stay empty. */
function assertCommittable({ repository }: Project, branch: string): void {
  assertBranchName(branch);
  const { filterKey } = repository.facts;
  if (filterKey !== undefined) throw configKeyFailure(filterKey, 'commits');
}

async function headOrThrow({ repository }: Project, project: string): Promise<string> {
  const head = await commitOf(repository, 'HEAD');
  if (head !== undefined) return head;
  throw new Failure('not-found', fault('worktree-no-commit', project));
}

interface ProjectAtHead extends Project {
  /** Head of the project. */
  readonly head: string;
}

async function makeAt(
  parts: WorktreesParts,
  queue: RepositoryQueue,
  { project, folder, branch, withChanges, start, signal }: WorktreeRequest,
  making: ProjectAtHead,
): Promise<MadeWorktree> {
  const { repository, head } = making;
  const current = await repository.run(['symbolic-ref', '--quiet', 'HEAD']);
  const state = await parts.checkpoints.take(project, signal);
  await makeFolder(dirname(folder));
  const from = start?.commit ?? head;
  await queue.run(making.common, () => addWorktree(making, { folder, branch, from, signal }));
  const tip = branch === undefined ? head : await commitOf(repository, `refs/heads/${branch}`);
  const place = { project, folder, signal };
  const shadows = { project: await shadowOf(parts, project), worktree: await shadowOf(parts, folder) };
  await seedShadow(shadows.project, shadows.worktree);
  // On a branch that has advanced by itself the project's files would revert its work.
  const isCarried = withChanges && tip === head;
  const uncommitted = isCarried ? await carryChanges(parts, place, { state, repository, head, shadows }) : [];
  // A branch that has advanced holds what it began with, or has changed it.
  if (start?.commit === tip)
    await carryStartTo(parts, place, { start, repository, worktree: shadows.worktree });
  const { dependencies, linked } = await parts.linkDependencies(place);
  const isWhole = dependencies.length > 0 && dependencies.every(({ how }) => how === 'linked');
  const before = await parts.checkpoints.take(folder, signal);
  const setup = isWhole ? undefined : await parts.runSetup({ ...place, linked });
  return {
    baseCommit: tip ?? head,
    baseBranch: current.code === 0 ? current.stdout.trim() : null,
    base: setup === undefined ? before : await parts.checkpoints.take(folder, signal),
    uncommitted,
    linked,
    dependencies,
    setup: setup ?? null,
    ...(setup === undefined ? {} : { beforeSetup: before }),
  };
}

interface CarriedStart {
  readonly start: WorktreeStart | undefined;
  readonly repository: Repository;
  readonly worktree: Shadow;
}

async function carryStartTo(
  parts: WorktreesParts,
  place: WorktreePlace,
  { start, repository, worktree }: CarriedStart,
): Promise<void> {
  if (start === undefined) return;
  const tracked = await treeEntries(repository, start.commit);
  const source = await shadowOf(parts, start.workspace);
  await carryStart(parts, place, { start, tracked, shadows: { source, worktree } });
}

interface WorktreeOptions {
  readonly folder: string;
  readonly branch: string | undefined;
  /** Commit that a new branch begins at. */
  readonly from: string;
  readonly signal: AbortSignal;
}

/** Git writes the files: with the person's own settings, and without running anything of the repository. */
async function addWorktree(
  { repository }: ProjectAtHead,
  { folder, branch, from, signal }: WorktreeOptions,
): Promise<void> {
  const add = ['-c', 'worktree.useRelativePaths=false', 'worktree', 'add', '--quiet'];
  const options = { signal, timeoutMs: CHECKOUT_TIME_MS };
  const isThere = branch !== undefined && (await commitOf(repository, `refs/heads/${branch}`)) !== undefined;
  const result = await repository.run([...add, ...targetOf({ folder, branch, isThere, from })], options);
  if (result.code === 0) return withFolder(folder, async () => undefined);
  if (/already (checked out|used by worktree)/.test(result.stderr))
    throw new Failure('conflict', fault('worktree-branch-taken', branch ?? ''));
  throw gitFailure(result, 'unavailable');
}

interface WorktreeTarget {
  readonly folder: string;
  readonly branch: string | undefined;
  readonly isThere: boolean;
  readonly from: string;
}

function targetOf({ folder, branch, isThere, from }: WorktreeTarget): readonly string[] {
  if (branch === undefined) return ['--detach', '--', folder, from];
  return isThere ? ['--', folder, branch] : ['-b', branch, '--', folder, from];
}
