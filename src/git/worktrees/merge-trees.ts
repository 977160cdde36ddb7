import type { IndexChange } from '../../contracts/checkpoints.ts';

/** Files of a commit, as `100644 <hash>` by path. */
export type CommitTree = ReadonlyMap<string, string>;

/** A file that both sides changed differently. Hashes; empty where there was no file before. */
export interface BothChanged {
  readonly path: string;
  /** Our side's whole entry. */
  readonly own: string;
  /** Mode of the result. */
  readonly mode: string;
  readonly ours: string;
  readonly before: string;
  readonly theirs: string;
}

export interface MergedTrees {
  /** Changes to our side. */
  readonly changes: readonly IndexChange[];
  /** Files that have to be merged line by line. */
  readonly both: readonly BothChanged[];
  /** Sorted. */
  readonly conflicts: readonly string[];
}

/** Three-way merge, path by path. A renamed file counts as removed and added. */
export function mergeTrees(before: CommitTree, ours: CommitTree, theirs: CommitTree): MergedTrees {
  const changes: IndexChange[] = [];
  const both: BothChanged[] = [];
  const conflicts: string[] = [];
  for (const path of new Set([...before.keys(), ...theirs.keys()])) {
    const [old = '', own = '', other = ''] = [before.get(path), ours.get(path), theirs.get(path)];
    const merged = mergeEntries(old, own, other);
    if (merged === undefined) conflicts.push(path);
    else if (typeof merged === 'object') both.push({ path, ...merged });
    else if (merged !== own) changes.push({ path, from: own, to: merged });
  }
  return { changes, both, conflicts: [...conflicts, ...fileFolderConflicts(ours, changes)].sort() };
}

/** Undefined: a conflict. A text: the resulting entry. */
function mergeEntries(
  old: string,
  own: string,
  other: string,
): string | Omit<BothChanged, 'path'> | undefined {
  if (old === other || own === other) return own;
  return old === own ? other : mergeFiles(old, own, other);
}

function mergeFiles(old: string, own: string, other: string): string | Omit<BothChanged, 'path'> | undefined {
  const [oldMode = '', before = ''] = old.split(' ');
  const [ourMode = '', ours = ''] = own.split(' ');
  const [theirMode = '', theirs = ''] = other.split(' ');
  if (!isFile(ourMode) || !isFile(theirMode) || (old !== '' && !isFile(oldMode))) return undefined;
  if (new Set([oldMode, ourMode, theirMode]).size === 3) return undefined;
  const mode = ourMode === oldMode ? theirMode : ourMode;
  if (ours === theirs || before === theirs) return `${mode} ${ours}`;
  if (before === ours) return `${mode} ${theirs}`;
  return { own, mode, ours, before, theirs };
}

function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}

/** Conflicts where one side has a file and the other a folder. */
function fileFolderConflicts(ours: CommitTree, changes: readonly IndexChange[]): readonly string[] {
  const names = new Set(ours.keys());
  for (const { path, to } of changes) {
    if (to === '') names.delete(path);
    else names.add(path);
  }
  const folders = new Set([...names].flatMap(foldersOf));
  const added = changes.filter(({ from, to }) => from === '' && to !== '').map(({ path }) => path);
  return added.filter((path) => folders.has(path) || foldersOf(path).some((folder) => names.has(folder)));
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, count) => names.slice(0, count + 1).join('/'));
}
