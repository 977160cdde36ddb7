import { join } from 'node:path';
import type { CheckpointEntry } from '../../contracts/checkpoints.ts';
import {
  canMergeTrees,
  type MergeGit,
  mergeTreesByGit,
  quoteForGit,
  readMergedContents,
  withMergeGit,
} from './git-merge.ts';
import { keepContents } from './keep-contents.ts';
import { mergeTexts } from './merge-texts.ts';
import { entryNow } from './named-files.ts';
import { contentsOf, gitFolderOf, type Shadow } from './shadow.ts';
import type { StepChanges } from './step-changes.ts';
import { type Entries, type EntryChange, entriesOfState, isSame, isWhole } from './trees.ts';

/** More files that came since are not searched for the one that a file was renamed to: it would take minutes. */
const MAX_NEW_FILES = 2000;

/** What undoing has come to so far. */
export interface UndoProgress {
  readonly shadow: Shadow;
  readonly present: Entries;
  /** Files as they are to be. */
  readonly undone: Map<string, CheckpointEntry | null>;
  /** Files in which edits of somebody else are kept. */
  readonly merged: Set<string>;
  /** Files that stay as they are, because somebody changed them in the same places. */
  readonly edited: Set<string>;
  /** By path, the paths at which the content of a file may go on: without them it would be lost. */
  readonly moved: Map<string, Set<string>>;
}

/** A file that git ignores is in no tree, and may have been changed by its name all the same. */
export function presentEntry({ shadow, present }: UndoProgress, path: string): CheckpointEntry | null {
  return present.get(path) ?? entryNow(shadow.workspace, path);
}

export function entryIn(undoing: UndoProgress, path: string): CheckpointEntry | null {
  return undoing.undone.get(path) ?? (undoing.undone.has(path) ? null : presentEntry(undoing, path));
}

/** Takes one step back. Those after it were taken back before. */
export async function undoStep(undoing: UndoProgress, step: StepChanges): Promise<void> {
  const { undone, merged, edited } = undoing;
  const changes = [...step.changes].filter(([path]) => !edited.has(path));
  const since = changes.filter(([path, change]) => isEditedSince(entryIn(undoing, path), change));
  const isMoved = ([path, change]: ChangedPath): boolean => isAway(entryIn(undoing, path), change);
  const renamed = since.some(isMoved) ? await undoRenamed(undoing, step, changes.filter(isMoved)) : undefined;
  for (const [path, { before, after }] of changes) {
    if (isSame(entryIn(undoing, path), after)) undone.set(path, before);
  }
  for (const [path, change] of since) {
    if (!renamed?.has(path)) await undoEdited(undoing, path, change);
  }
  const other = [...(renamed ?? [])].filter(([path, entry]) => !isSame(entryIn(undoing, path), entry));
  noteMoved(undoing, other);
  for (const [path, entry] of other) {
    undone.set(path, entry);
    merged.add(path);
  }
}

/** Notes renames: each removed path may continue as any of the added ones. */
function noteMoved(
  { moved }: UndoProgress,
  changes: readonly (readonly [string, CheckpointEntry | null])[],
): void {
  const to = changes.flatMap(([path, entry]) => (entry === null ? [] : [path]));
  const goes = changes.flatMap(([path, entry]) => (entry === null ? [path] : []));
  for (const path of goes) {
    const from = [...moved].filter(([, places]) => places.has(path)).map(([one]) => one);
    for (const one of [path, ...from]) moved.set(one, new Set([...(moved.get(one) ?? []), ...to]));
  }
}

type ChangedPath = readonly [string, EntryChange];

function isEditedSince(entry: CheckpointEntry | null, { before, after }: EntryChange): boolean {
  return !isSame(entry, before) && !isSame(entry, after);
}

async function undoEdited(undoing: UndoProgress, path: string, change: EntryChange): Promise<void> {
  const { shadow, undone, merged, edited } = undoing;
  const entry = await mergeBack(shadow, entryIn(undoing, path), change);
  if (entry === undefined) edited.add(path);
  else undone.set(path, entry);
  merged.add(path);
}

/** Not there in one of the three versions, so that another name may have a part in it. */
function isAway(entry: CheckpointEntry | null, { before, after }: EntryChange): boolean {
  return entry === null || before === null || after === null;
}

/**
 * The new contents of these files and of those that they were renamed to since. Undefined when they cannot be merged.
 */
async function undoRenamed(
  undoing: UndoProgress,
  { after: left }: StepChanges,
  changes: readonly ChangedPath[],
): Promise<ReadonlyMap<string, CheckpointEntry | null> | undefined> {
  const names = changes.filter(([path, { before, after }]) =>
    [entryIn(undoing, path), before, after].every((entry) => entry === null || isKept(entry)),
  );
  const isGone = names.some(([path, { after }]) => after !== null && entryIn(undoing, path) === null);
  const further =
    isGone && isWhole(left) ? newFiles(undoing, await entriesOfState(undoing.shadow, left)) : [];
  const paths = [...names.map(([path]) => path), ...(further.length > MAX_NEW_FILES ? [] : further)];
  const present = entriesAt(paths.map((path) => [path, entryIn(undoing, path)]));
  const result = await mergeRenamed(undoing.shadow, {
    present,
    before: entriesAt(names.map(([path, { after }]) => [path, after])),
    after: entriesAt(names.map(([path, { before }]) => [path, before])),
  });
  if (result === undefined) return undefined;
  return new Map([...paths, ...result.keys()].map((path) => [path, result.get(path) ?? null]));
}

function newFiles(undoing: UndoProgress, left: Entries): readonly string[] {
  const { present, undone, edited } = undoing;
  return [...new Set([...present.keys(), ...undone.keys()])].filter((path) => {
    const entry = entryIn(undoing, path);
    return !left.has(path) && !edited.has(path) && entry !== null && isKept(entry);
  });
}

/** False for a file of which no content is known. */
function isKept({ mode }: CheckpointEntry): boolean {
  return mode !== 'skipped' && mode !== 'other';
}

function entriesAt(found: readonly (readonly [string, CheckpointEntry | null])[]): Entries {
  return new Map(found.flatMap(([path, entry]) => (entry === null ? [] : [[path, entry] as const])));
}

/**
 * A file without one change in it, after somebody else has edited it. Undefined when that is not possible: the same
 * lines, no text, or a file that was added or removed.
 */
async function mergeBack(
  shadow: Shadow,
  present: CheckpointEntry | null,
  { before, after }: EntryChange,
): Promise<CheckpointEntry | undefined> {
  if (!isPlain(present) || !isPlain(before) || !isPlain(after)) return undefined;
  // The content is unchanged or already back: only the mode is left.
  const mode = present.mode === after.mode ? before.mode : present.mode;
  if (before.hash === after.hash || present.hash === before.hash) return { mode, hash: present.hash };
  if (present.hash === after.hash) return { mode, hash: before.hash };
  const contents = await contentsOf(shadow, [present.hash, after.hash, before.hash]);
  const bytesOf = ({ hash }: CheckpointEntry): Buffer => contents.get(hash) ?? Buffer.alloc(0);
  // The reverse change: from after it to before it.
  const texts = { present: bytesOf(present), before: bytesOf(after), after: bytesOf(before) };
  const merged = await mergeTexts(shadow, texts);
  if (merged === undefined) return undefined;
  const [hash = ''] = await keepContents(shadow, [merged]);
  return { mode, hash };
}

function isPlain(entry: CheckpointEntry | null): entry is CheckpointEntry {
  return entry?.mode === '100644' || entry?.mode === '100755';
}

/** Three versions of some files: what is there, and a change that is to be made in it. */
interface ThreeVersions {
  readonly present: Entries;
  readonly before: Entries;
  readonly after: Entries;
}

/**
 * The merged files, where one of the two sides renamed some of them. Undefined when they cannot be merged: both changed
 * the same lines, or git is too old.
 */
async function mergeRenamed(shadow: Shadow, files: ThreeVersions): Promise<Entries | undefined> {
  if (!(await canMergeTrees(shadow))) return undefined;
  await shadow.settle();
  const objects = join(gitFolderOf(shadow.folder), 'objects');
  return withMergeGit(shadow, { objects, attributes: '' }, async (git) => {
    if (!(await commitAll(git, files))) return undefined;
    const merged = await mergeTreesByGit(git, 'refs/heads/present', 'refs/heads/after');
    if (merged === undefined || merged.conflicts.length > 0) return undefined;
    const entries = new Map([...merged.entries].map(([path, entry]) => [path, parseEntry(entry)]));
    const known = new Set(Object.values(files).flatMap((side) => [...side.values()].map(({ hash }) => hash)));
    const made = [...entries.values()].map(({ hash }) => hash).filter((hash) => !known.has(hash));
    const contents = [...(await readMergedContents(git, [...new Set(made)])).values()];
    const kept = contents.filter((bytes) => bytes !== undefined);
    if (kept.length < contents.length) return undefined;
    await keepContents(shadow, kept);
    return entries;
  });
}

/** A commit for each version, all by one git. */
async function commitAll(git: MergeGit, { present, before, after }: ThreeVersions): Promise<boolean> {
  const stream = [commitOf('before', before), commitOf('present', present), commitOf('after', after)];
  return (await git(['fast-import', '--quiet', '--done'], `${stream.join('')}done\n`)).code === 0;
}

function commitOf(name: string, entries: Entries): string {
  const files = [...entries].map(([path, { mode, hash }]) => `M ${mode} ${hash} ${quoteForGit(path)}\n`);
  const from = name === 'before' ? '' : 'from refs/heads/before\ndeleteall\n';
  return `commit refs/heads/${name}\ncommitter x <x> 0 +0000\ndata 0\n${from}${files.join('')}\n`;
}

function parseEntry(entry: string): CheckpointEntry {
  const [mode = '', hash = ''] = entry.split(' ');
  if (mode !== '100755' && mode !== '120000') return { mode: '100644', hash };
  return { mode, hash };
}
