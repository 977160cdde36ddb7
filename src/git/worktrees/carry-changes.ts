import type { CheckpointEntry, FileChange, WorkspaceState } from '../../contracts/checkpoints.ts';
import type { WorktreeStart } from '../../contracts/worktrees.ts';
import { Failure } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { applyFiles } from '../checkpoints/apply-files.ts';
import { indexLine, treeEntries } from '../checkpoints/apply-repository.ts';
import { contentsOf, type Shadow } from '../checkpoints/shadow.ts';
import { type Entries, entriesOfState, isSame } from '../checkpoints/trees.ts';
import { openRepository, type Repository, type RepositoryParts } from '../repository.ts';
import { readChanges } from '../status.ts';
import type { WorktreesParts, WorktreeTarget } from './open-project.ts';

interface CarryRequest {
  /** State of the project. */
  readonly state: WorkspaceState;
  /** Repository of the project. */
  readonly repository: Repository;
  /** Commit that the worktree was made from. */
  readonly head: string;
  readonly shadows: { readonly project: Shadow; readonly worktree: Shadow };
}

/**
 * Copies the project's uncommitted changes into a new worktree. Returns the changed files, relative and sorted.
 * Ignored files, files that are too large for a state, and untracked secret files stay behind; files of a sub-module
 * are copied without its repository.
 * @throws Failure `unavailable`
 */
export async function carryChanges(
  parts: WorktreesParts,
  { folder, signal }: WorktreeTarget,
  { state, repository, head, shadows }: CarryRequest,
): Promise<readonly string[]> {
  const { environment, isSecret } = parts;
  const there = await parts.checkpoints.take(folder, signal);
  const tracked = await treeEntries(repository, head);
  const changes = changesToCarry({
    wanted: await entriesOfState(shadows.project, state),
    present: await entriesOfState(shadows.worktree, there),
    state,
    tracked,
    isSecret,
  });
  await writeAll(folder, changes, { contents: shadows.project, isSecret });
  const dirty = new Set((await readChanges(repository)).map(({ path }) => path));
  const paths = changes.map(({ path }) => path);
  const clean = paths.filter((path) => !dirty.has(path));
  await forgetSizes({ root: folder, environment }, clean, tracked);
  return paths.filter((path) => dirty.has(path)).sort();
}

interface StartToCarry {
  readonly start: WorktreeStart;
  /** Files of its commit. */
  readonly tracked: ReadonlyMap<string, string>;
  /** `source`: of the folder whose states hold the contents. */
  readonly shadows: { readonly source: Shadow; readonly worktree: Shadow };
}

/**
 * Writes the files that a worktree begins with beside its commit.
 * @throws Failure `unavailable`
 */
export async function carryStart(
  parts: WorktreesParts,
  { folder, signal }: Pick<WorktreeTarget, 'folder' | 'signal'>,
  { start, tracked, shadows }: StartToCarry,
): Promise<void> {
  const { isSecret } = parts;
  const present = await entriesOfState(shadows.worktree, await parts.checkpoints.take(folder, signal));
  const changes = start.files.flatMap(({ path, entry: to }): readonly FileChange[] => {
    const from = present.get(path) ?? null;
    const isHidden = isSecret(path) && !tracked.has(path);
    return isSame(from, to) || isHidden ? [] : [{ path, from, to, merged: false }];
  });
  await writeAll(folder, changes, { contents: shadows.source, isSecret });
}

async function writeAll(
  folder: string,
  changes: readonly FileChange[],
  { contents, isSecret }: { readonly contents: Shadow; readonly isSecret: (path: string) => boolean },
): Promise<void> {
  const writing = {
    workspace: folder,
    contents: (hashes: readonly string[]) => contentsOf(contents, hashes),
  };
  const outcomes = await applyFiles(writing, changes, isSecret);
  const failed = changes.find(({ path }) => outcomes.get(path) !== 'done');
  if (failed !== undefined)
    throw new Failure('unavailable', fault('worktree-not-copied', failed.path, folder));
}

/**
 * Git takes a file of another size for a changed one, even if only its line endings differ, which mean nothing in the
 * project. Without a size git reads the file.
 */
async function forgetSizes(
  place: RepositoryParts,
  paths: readonly string[],
  tracked: ReadonlyMap<string, string>,
): Promise<void> {
  const lines = paths.flatMap((path) => {
    const entry = tracked.get(path);
    return entry === undefined ? [] : [indexLine(path, entry)];
  });
  if (lines.length === 0) return;
  const worktree = await openRepository(place);
  await worktree.runOrThrow(['update-index', '-z', '--index-info'], { input: lines.join('') });
  if (worktree.facts.filterKey === undefined) await worktree.run(['update-index', '-q', '--refresh']);
}

interface CarryFacts {
  /** Files of the project. */
  readonly wanted: Entries;
  /** Files of the worktree. */
  readonly present: Entries;
  readonly state: Pick<WorkspaceState, 'trees' | 'moreSkipped'>;
  /** Committed files, as `100644 <hash>`. */
  readonly tracked: ReadonlyMap<string, string>;
  isSecret(path: string): boolean;
}

export function changesToCarry(facts: CarryFacts): readonly FileChange[] {
  const { wanted, present, tracked, isSecret } = facts;
  const foreign = foreignRoots(facts);
  const changes: FileChange[] = [];
  for (const path of new Set([...wanted.keys(), ...present.keys()])) {
    const [from = null, to = null] = [present.get(path), wanted.get(path)];
    const isHidden = isSecret(path) && !tracked.has(path);
    if (isSame(from, to) || isHidden || foreign.some((root) => isInside(path, root))) continue;
    if (to?.mode === 'skipped' || (to === null && mayBeThere(from, facts))) continue;
    changes.push({ path, from, to, merged: false });
  }
  return changes;
}

/** Repositories in the project that are not its sub-modules: the task would commit their files as its own. */
export function foreignRoots({
  state,
  tracked,
}: Pick<CarryFacts, 'tracked'> & { readonly state: Pick<WorkspaceState, 'trees'> }): readonly string[] {
  const modules = [...tracked].filter(([, entry]) => entry.startsWith('160000 ')).map(([path]) => path);
  return state.trees
    .map(({ root }) => root)
    .filter((root) => root !== '' && !modules.some((path) => isInside(root, path)));
}

/** A large file that the state does not list, because there are too many. */
function mayBeThere(entry: CheckpointEntry | null, { state }: CarryFacts): boolean {
  return entry?.mode === 'skipped' && state.moreSkipped > 0;
}
