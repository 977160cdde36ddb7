import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointEntry, FileChange, IndexChange } from '../../contracts/checkpoints.ts';
import type { LandingPlan, LandingRequest } from '../../contracts/worktrees.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { realPath } from '../../files/look-at-path.ts';
import { entryAt } from '../checkpoints/apply-files.ts';
import { treeEntries, treeWith } from '../checkpoints/apply-repository.ts';
import { commitOf, commitsBetween, isUnfinished, pathsBetween } from '../checkpoints/plan-repository.ts';
import type { Shadow } from '../checkpoints/shadow.ts';
import { configKeyFailure, type Repository } from '../repository.ts';
import { readChanges } from '../status.ts';
import { assertBranchName } from './branch-name.ts';
import {
  assertSize,
  branchAdvance,
  bringFromDisk,
  indexChangesTo,
  isModule,
  possibleLanding,
  readIndex,
  refuseLanding,
  shadowOf,
  writeObstacle,
} from './landing.ts';
import { mergeCommits } from './merge-commits.ts';
import { openProject, openWorktree, type WorktreesParts } from './open-project.ts';

interface MergeRequest {
  readonly project: string;
  readonly repository: Repository;
  readonly shadow: Shadow;
  readonly branch: string;
  /** Commit of our side. */
  readonly ours: string;
  readonly theirs: string;
  readonly bases: readonly string[];
}

/** See `Worktrees.planMerge`. */
export async function planMerge(
  parts: WorktreesParts,
  { project, folder, branch }: LandingRequest & { readonly branch: string },
): Promise<LandingPlan> {
  assertBranchName(branch);
  const opened = await openProject(parts, project);
  const { repository } = opened;
  if (existsSync(folder)) await assertOnBranch(branch, await openWorktree(parts, folder, opened));
  const { filterKey } = repository.facts;
  if (filterKey !== undefined) throw configKeyFailure(filterKey, 'merges');
  if (await isUnfinished(repository)) return refuseLanding({ kind: 'unfinished' });
  const [ours, theirs] = [
    await commitOf(repository, 'HEAD'),
    await commitOf(repository, `refs/heads/${branch}`),
  ];
  if (ours === undefined || theirs === undefined)
    throw new Failure('not-found', fault('merge-no-branch', branch));
  const { stdout } = await repository.run(['merge-base', '--all', ours, theirs]);
  const bases = stdout.split('\n').filter((hash) => hash !== '');
  if (bases.includes(theirs)) return refuseLanding({ kind: 'nothing' });
  if (bases.length === 0) throw new Failure('conflict', fault('merge-unrelated', branch));
  const shadow = await shadowOf(parts, project);
  return planFrom({ project, repository, shadow, branch, ours, theirs, bases });
}

/** Work of the task on another branch would be lost silently. */
async function assertOnBranch(branch: string, worktree: Repository): Promise<void> {
  const { stdout } = await worktree.run(['symbolic-ref', '--quiet', 'HEAD']);
  const present = stdout.trim();
  if (present === `refs/heads/${branch}`) return;
  throw new Failure(
    'conflict',
    present === ''
      ? fault('merge-detached', branch)
      : fault('merge-elsewhere', present.replace('refs/heads/', ''), branch),
  );
}

async function planFrom(merging: MergeRequest): Promise<LandingPlan> {
  const { repository, shadow, ours, theirs, bases } = merging;
  const merged = bases.includes(ours)
    ? { kind: 'merged' as const, changes: await changesTo(repository, ours, theirs) }
    : await mergeCommits({ repository, shadow }, { ours, theirs, bases });
  if (merged.kind === 'conflict') return refuseLanding({ kind: 'conflict', files: merged.files });
  const exchanged = merged.changes.filter(isExchanged).map(({ path }) => path);
  if (exchanged.length > 0) return refuseLanding({ kind: 'conflict', files: exchanged.sort() });
  const found = await filesFor(merging, merged.changes);
  if (found.inTheWay.length > 0) return refuseLanding({ kind: 'uncommitted', files: found.inTheWay });
  const commit = bases.includes(ours) ? theirs : await commitMerge(merging, merged.changes);
  const files = await withContents(merging, commit, found.files);
  const branch = await repository.run(['symbolic-ref', '--quiet', 'HEAD']);
  const standing = { branch: branch.code === 0 ? branch.stdout.trim() : null, commit: ours };
  return possibleLanding({
    files,
    repository: {
      commits: await commitsBetween(repository, ours, commit),
      index: merged.changes,
      ...branchAdvance(standing, commit),
    },
    untested: await untestedPaths(merging, new Set(merged.changes.map(({ path }) => path))),
  });
}

async function changesTo(repository: Repository, from: string, to: string): Promise<readonly IndexChange[]> {
  const [before, after] = [await treeEntries(repository, from), await treeEntries(repository, to)];
  const paths = await pathsBetween(repository, from, to);
  return indexChangesTo({ entries: before, marked: new Set() }, paths, after);
}

interface MergeFiles {
  readonly files: readonly Pick<FileChange, 'path' | 'from'>[];
  /** Sorted. */
  readonly inTheWay: readonly string[];
}

/** Files that a merge writes have to be as committed, on the disk and in the index; added files must not exist. */
async function filesFor(
  { project, repository }: MergeRequest,
  changes: readonly IndexChange[],
): Promise<MergeFiles> {
  const goes = new Set(changes.filter(({ to }) => to === '').map(({ path }) => path));
  const looked: ExaminedChange[] = [];
  for (const change of changes) {
    const isLookedFor = change.to !== '' && !isModule(change.to);
    looked.push({
      ...change,
      found: await entryAt(project, change.path),
      obstacle: isLookedFor ? await writeObstacle(project, change.path, goes) : undefined,
    });
  }
  const { entries, marked } = await readIndex(repository);
  // Read last: a later change is noticed when the file is written.
  const dirty = new Set([...marked, ...(await readChanges(repository)).map(({ path }) => path)]);
  const inTheWay = looked.flatMap((file) => {
    if (file.obstacle !== undefined) return [file.obstacle];
    const isOther = (entries.get(file.path) ?? '') !== file.from;
    return isOther || dirty.has(file.path) || isInTheWay(file) ? [file.path] : [];
  });
  const files = looked.filter(({ from, to }) => !isModule(from) && !isModule(to));
  return {
    files: files.map(({ path, found }) => ({ path, from: plainEntry(found) })),
    inTheWay: [...new Set(inTheWay)].sort(),
  };
}

interface ExaminedChange extends IndexChange {
  /** Entry in the workspace. */
  readonly found: CheckpointEntry | null;
  readonly obstacle: string | undefined;
}

/** True also for an ignored file: it is the person's. */
function isInTheWay({ from, to, found }: ExaminedChange): boolean {
  return from === '' && !isModule(to) && plainEntry(found) !== null;
}

/** A folder whose files are all removed makes room. */
function plainEntry(entry: CheckpointEntry | null | undefined): CheckpointEntry | null {
  return entry === undefined || entry?.mode === 'other' ? null : entry;
}

/** A sub-module in place of a file, or the other way round: its folder must not be emptied. */
function isExchanged({ from, to }: IndexChange): boolean {
  return from !== '' && to !== '' && isModule(from) !== isModule(to);
}

/** Made of trees alone, and without effect until a branch advances to it. Nothing of the repository runs. */
async function commitMerge(
  { repository, branch, ours, theirs }: MergeRequest,
  changes: readonly IndexChange[],
): Promise<string> {
  const tree = await treeWith(repository, ours, changes);
  const parents = ['-p', ours, '-p', theirs];
  const input = { input: `Merge branch '${branch}'\n` };
  return (await repository.runOrThrow(['commit-tree', tree, ...parents, '-F', '-'], input)).trim();
}

async function withContents(
  { project, repository, shadow }: MergeRequest,
  commit: string,
  files: MergeFiles['files'],
): Promise<readonly FileChange[]> {
  const held = await treeEntries(repository, commit);
  const paths = files.map(({ path }) => path).filter((path) => held.has(path));
  return asCheckedOut({ repository, shadow, tree: commit, paths }, async (folder) => {
    const changes: FileChange[] = [];
    for (const { path, from } of files) {
      const to = held.has(path) ? await entryAt(folder, path) : null;
      assertSize(path, to);
      assertSize(path, from);
      changes.push({ path, from, to, merged: false });
    }
    const sides = (side: 'from' | 'to') =>
      changes.map((change) => ({ path: change.path, entry: change[side] }));
    await bringFromDisk(folder, shadow, sides('to'));
    // Keeps the present contents, so that they can be put back.
    await bringFromDisk(project, shadow, sides('from'));
    return changes;
  });
}

/** Commits on our side since then, and uncommitted changes, which no test has covered. */
async function untestedPaths(
  { repository, ours, bases }: MergeRequest,
  merged: ReadonlySet<string>,
): Promise<readonly string[]> {
  const committed = await Promise.all(bases.map((base) => pathsBetween(repository, base, ours)));
  const open = (await readChanges(repository)).map(({ path }) => path).filter((path) => !merged.has(path));
  return [...new Set([...committed.flat(), ...open])].sort();
}

const TIME_MS = 5 * MINUTE_MS;

interface CheckedOut {
  readonly repository: Repository;
  /** Supplies a temporary folder. */
  readonly shadow: Shadow;
  readonly tree: string;
  readonly paths: readonly string[];
}

/**
 * Calls `use` with a folder that has these files of a tree as git would check them out: with line endings and
 * everything else that depends on this tree's attributes. The workspace and its index are not used.
 */
async function asCheckedOut<T>(
  { repository, shadow, tree, paths }: CheckedOut,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const made = await mkdtemp(join(shadow.folder, 'checked-out-'));
  const folder = realPath(made) ?? made;
  try {
    const index = `${folder}/.index`;
    const workTree = await mkdtemp(join(folder, 'files-'));
    await repository.runOrThrow(['read-tree', tree], { index });
    const input = paths.map((path) => `${path}\0`).join('');
    const options = { index, workTree, input, timeoutMs: TIME_MS };
    await repository.runOrThrow(['checkout-index', '--quiet', '-z', '--stdin'], options);
    return await use(workTree);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
