import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Commit } from '../../contracts/checkpoints.ts';
import type { GitChange } from '../../contracts/git.ts';
import type { Worktrees } from '../../contracts/worktrees.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { createKeyedQueue } from '../../core/turns.ts';
import { commitOf } from '../checkpoints/plan-repository.ts';
import { configKeyFailure, gitFailure, type Repository } from '../repository.ts';
import { readChanges, unfinishedKind } from '../status.ts';
import { landWorktree } from './land.ts';
import { makeWorktree } from './make.ts';
import { assertOwnFolder, openProject, openWorktree, type WorktreesParts } from './open-project.ts';
import { planApply } from './plan-apply.ts';
import { planMerge } from './plan-merge.ts';
import { removeWorktree } from './remove.ts';

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

/** See `Worktrees.commitsBehind`. */
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
