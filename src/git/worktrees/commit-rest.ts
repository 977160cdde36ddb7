import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Commit } from '../../contracts/checkpoints.ts';
import type { GitChange } from '../../contracts/git.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { commitOf } from '../checkpoints/plan-repository.ts';
import { configKeyFailure, gitFailure, type Repository } from '../repository.ts';
import { readChanges } from '../status.ts';
import { unfinishedKind } from '../unfinished.ts';
import { assertOwnFolder, openWorktree } from './open-project.ts';
import type { WorktreesParts } from './parts.ts';

const COMMIT = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=whitespace', '--file=-'];

/**
 * See `Worktrees.commitRest`. The index of a worktree is the task's: what a killed program staged is committed by the
 * next one. Repositories that the task created are not committed.
 */
export async function commitRest(
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
