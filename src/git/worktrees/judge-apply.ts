import type { Entry, FileChange, WorkspaceState } from '../../contracts/checkpoints.ts';
import type { MadeWorktree } from '../../contracts/worktrees.ts';
import { isInside } from '../../core/is-inside.ts';
import { type Entries, isSame } from '../checkpoints/trees.ts';
import { foreignRoots } from './carry-changes.ts';

/** The worktree's files when it was made, by path. */
export interface Beginning {
  readonly made: Pick<MadeWorktree, 'uncommitted'>;
  /** Entries of its state from before the setup. */
  readonly entries: Entries;
  /** Entries of its commit, as `100644 <hash>`. */
  readonly tracked: ReadonlyMap<string, string>;
}

/**
 * The expected entry of a file in the project. `committed`: as in the commit, because the state does not hold it: it
 * is large, or ignored though it was committed.
 */
export function expectedAt(path: string, { made, entries, tracked }: Beginning): Entry | null | 'committed' {
  const entry = entries.get(path);
  if (entry !== undefined && entry.mode !== 'skipped') return entry;
  return tracked.has(path) && !made.uncommitted.includes(path) ? 'committed' : null;
}

/** One path that the task touched. */
export interface Touched {
  readonly path: string;
  readonly expected: Entry | null | 'committed';
  /** Present entry in the project. */
  readonly found: Entry | null;
  /** Present entry in the worktree. */
  readonly wanted: Entry | null;
  /** True: in the project it differs from its commit. */
  readonly isDirty: boolean;
  /** What blocks it, if anything. */
  readonly obstacle: string | undefined;
}

export interface JudgedFiles {
  readonly files: readonly FileChange[];
  /** Sorted. */
  readonly moved: readonly string[];
}

export function judgeFiles(touched: readonly Touched[]): JudgedFiles {
  const moved = new Set<string>();
  const files: FileChange[] = [];
  for (const { path, expected, found, wanted, isDirty, obstacle } of touched) {
    // A folder whose files are all removed makes room.
    const from = found?.mode === 'other' && obstacle === undefined ? null : found;
    const isThere = expected === 'committed' ? !isDirty : isSame(from, expected);
    if (!isThere) moved.add(path);
    if (obstacle !== undefined) moved.add(obstacle);
    if (!isSame(from, wanted)) files.push({ path, from, to: wanted, merged: false });
  }
  return { files, moved: [...moved].sort() };
}

export interface Elsewhere extends Beginning {
  /** Present state of the project. */
  readonly present: Entries;
  readonly state: Pick<WorkspaceState, 'trees'>;
  readonly touched: ReadonlySet<string>;
  isSecret(path: string): boolean;
}

/** Files of the project that differ from what the worktree began with. */
export function changedElsewhere(facts: Elsewhere): readonly string[] {
  const { entries, present, touched, tracked, isSecret } = facts;
  const foreign = foreignRoots(facts);
  const isOf = (path: string): boolean =>
    !touched.has(path) &&
    !(isSecret(path) && !tracked.has(path)) &&
    !foreign.some((root) => isInside(path, root));
  return [...new Set([...entries.keys(), ...present.keys()])]
    .filter(isOf)
    .filter((path) => {
      const [before, now] = [expectedAt(path, facts), present.get(path) ?? null];
      if (before !== 'committed') return !isSame(before, now);
      return now?.mode !== 'skipped' || sizeOf(now) !== sizeOf(entries.get(path));
    })
    .sort();
}

function sizeOf(entry: Entry | undefined): string | undefined {
  return entry?.hash.split(':')[0];
}
