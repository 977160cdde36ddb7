import { lstat, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Commit } from '../../contracts/checkpoints.ts';
import type { GitChange } from '../../contracts/git.ts';
import type { MadeWorktree, WorktreeRequest, WorktreeStart, Worktrees } from '../../contracts/worktrees.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { createKeyedQueue } from '../../core/work-queues.ts';
import { makeFolder, withFolder } from '../../files/held-folder.ts';
import { treeEntries } from '../checkpoints/apply-repository.ts';
import { seedShadow } from '../checkpoints/keep-contents.ts';
import { commitOf } from '../checkpoints/plan-repository.ts';
import type { Shadow } from '../checkpoints/shadow.ts';
import { configKeyFailure, gitFailure, type Repository } from '../repository.ts';
import { readChanges, unfinishedKind } from '../status.ts';
import { assertBranchName } from './branch-name.ts';
import { carryChanges, carryStart } from './carry-changes.ts';
import { landWorktree } from './land-worktree.ts';
import { shadowOf } from './landing.ts';
import {
  assertOwnFolder,
  forgetWorktree,
  openCommon,
  openProject,
  openWorktree,
  type Project,
  type RepositoryQueue,
  type WorktreesParts,
  type WorktreeTarget,
} from './open-project.ts';
import { planApply } from './plan-apply.ts';
import { planMerge } from './plan-merge.ts';
import { removeFolder } from './remove-folder.ts';

/** Creates nothing on the disk before it is first used. */
export function createWorktrees(parts: WorktreesParts): Worktrees {
  const queue = createKeyedQueue();
  return {
    make: (request) => makeWorktree(parts, queue, request),
    planApply: (request) => planApply(parts, request),
    planMerge: (request) => planMerge(parts, request),
    land: (project, plan) => landWorktree(parts, project, plan),
    commitRest: (folder, message) => commitRest(parts, folder, message),
    countBehind: (place) => commitsBehind(parts, place),
    remove: (request) => removeWorktree(parts, queue, request),
  };
}

/** See `Worktrees.countBehind`. */
export async function commitsBehind(
  parts: Pick<WorktreesParts, 'environment'>,
  { project, branch, base }: Parameters<Worktrees['countBehind']>[0],
): Promise<number> {
  const { repository } = await openProject(parts, project);
  const [ours, theirs] = [
    await commitOf(repository, `refs/heads/${branch}`),
    await commitOf(repository, `refs/heads/${base}`),
  ];
  if (ours === undefined || theirs === undefined)
    throw new Failure('not-found', fault('git-no-branch', ours === undefined ? branch : base, project));
  const count = await repository.runOrThrow(['rev-list', '--count', theirs, `^${ours}`]);
  return Number(count.trim());
}

const COMMIT = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=whitespace', '--file=-'];

/**
 * See `Worktrees.commitRest`. The index of a worktree is the task's: what a killed program staged is committed by the
 * next one. Repositories that the task created are not committed.
 */
async function commitRest(
  parts: WorktreesParts,
  folder: string,
  message: string,
): Promise<Commit | undefined> {
  assertOwnFolder(parts, folder);
  const repository = await openWorktree(parts, folder);
  await assertFinished(repository);
  const paths: string[] = [];
  for (const change of await readChanges(repository)) {
    if (await isCommitted(parts, folder, change)) paths.push(change.path);
  }
  if (paths.length === 0) return undefined;
  const { filterKey } = repository.facts;
  if (filterKey !== undefined) throw configKeyFailure(filterKey, 'commits');
  // Passed on stdin: there may be too many for arguments.
  const input = paths.map((path) => `${path}\0`).join('');
  await repository.runOrThrow(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], { input });
  return commitIndex(repository, message);
}

/** A commit would end a merge with the marks of its conflicts in the files. */
async function assertFinished(repository: Repository): Promise<void> {
  const folder = (await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  const kind = unfinishedKind(folder);
  if (kind !== undefined) throw new Failure('conflict', fault('worktree-unfinished', kind));
}

async function commitIndex(repository: Repository, message: string): Promise<Commit | undefined> {
  const before = await commitOf(repository, 'HEAD');
  const tree = (await repository.runOrThrow(['write-tree'])).trim();
  // The file only looked changed.
  if (before !== undefined && tree === (await commitOf(repository, `${before}^{tree}`))) return undefined;
  const result = await repository.run(COMMIT, { input: message });
  if (result.code !== 0) throw gitFailure(result, 'conflict');
  const hash = await commitOf(repository, 'HEAD');
  if (hash === undefined) throw new Failure('conflict', fault('worktree-head-moved'));
  return { hash, subject: message.split('\n')[0] ?? '' };
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

/** Limit for writing the files of a large project. */
const CHECKOUT_TIME_MS = 5 * MINUTE_MS;

/** See `Worktrees.make`. */
async function makeWorktree(
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
  place: WorktreeTarget,
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
  const result = await repository.run([...add, ...targetOf(folder, branch, from, isThere)], options);
  if (result.code === 0) return withFolder(folder, async () => undefined);
  if (/already (checked out|used by worktree)/.test(result.stderr))
    throw new Failure('conflict', fault('worktree-branch-taken', branch ?? ''));
  throw gitFailure(result, 'unavailable');
}

function targetOf(
  folder: string,
  branch: string | undefined,
  from: string,
  isThere: boolean,
): readonly string[] {
  if (branch === undefined) return ['--detach', '--', folder, from];
  return isThere ? ['--', folder, branch] : ['-b', branch, '--', folder, from];
}

/** See `Worktrees.remove`. */
async function removeWorktree(
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
async function clearFolder({ endSetup }: Pick<WorktreesParts, 'endSetup'>, folder: string): Promise<void> {
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
