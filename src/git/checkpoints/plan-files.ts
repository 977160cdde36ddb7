import { join, posix } from 'node:path';
import type {
  CheckpointEntry,
  FileChange,
  KeptFile,
  KeptReason,
  WorkspaceState,
} from '../../contracts/checkpoints.ts';
import { type IgnoreRules, noIgnoreRules } from '../../files/list-files.ts';
import {
  canMergeTrees,
  type MergeGit,
  mergeTexts,
  mergeTreesByGit,
  quoteForGit,
  readMergedContents,
  withMergeGit,
} from './git-merge.ts';
import { keepContents } from './keep-contents.ts';
import { entryNow } from './named-files.ts';
import { contentsOf, gitFolderOf, type Shadow } from './shadow.ts';
import {
  type Entries,
  type EntryChange,
  entriesOfState,
  isSame,
  isWhole,
  namedEntries,
  type StepChanges,
} from './trees.ts';

/** What undoing has come to so far. */
interface UndoProgress {
  readonly shadow: Shadow;
  readonly present: Entries;
  /** Files as they are to be. */
  readonly undone: Map<string, CheckpointEntry | null>;
  /** Files in which later edits by a person are kept. */
  readonly merged: Set<string>;
  /** Files that stay as they are, because a person changed them in the same places. */
  readonly edited: Set<string>;
  /** By path, the paths at which the content of a file may go on: without them it would be lost. */
  readonly moved: Map<string, Set<string>>;
}

/**
 * Undoes the steps, the last one first. What somebody changed between or after them is theirs: it stays, merged
 * where it is in other places of the file, under the name that the file has now; else the file is left alone.
 */
export async function planFiles(
  shadow: Shadow,
  steps: readonly StepChanges[],
  now: WorkspaceState,
): Promise<{ readonly files: readonly FileChange[]; readonly kept: readonly KeptFile[] }> {
  const present = await entriesOfState(shadow, now);
  const hidden = await possiblyOldFiles(shadow, steps);
  const undoing: UndoProgress = {
    shadow,
    present,
    undone: new Map(),
    merged: new Set(),
    edited: new Set(),
    moved: new Map(),
  };
  for (const step of steps.toReversed()) await undoStep(undoing, step);
  const planned = new Map<string, FileChange | KeptReason>();
  for (const path of new Set([
    ...steps.flatMap(({ changes }) => [...changes.keys()]),
    ...undoing.undone.keys(),
  ])) {
    const file = planFile(undoing, path);
    const isHidden = typeof file === 'object' && file.to === null && hidden.has(path);
    if (file !== undefined) planned.set(path, isHidden ? (hidden.get(path) ?? 'ignored') : file);
  }
  keepWhatStays(planned);
  const all = [...planned];
  return {
    files: all.flatMap(([, file]) => (typeof file === 'string' ? [] : [file])),
    kept: all.flatMap(([path, why]) => (typeof why === 'string' ? [{ path, why }] : [])),
  };
}

/** A file whose content cannot go on where it should stays as well. */
function keepWhatStays(planned: Map<string, FileChange | KeptReason>): void {
  for (;;) {
    const stays = [...planned].find(
      ([, file]) =>
        typeof file === 'object' && file.after?.some((path) => typeof planned.get(path) === 'string'),
    );
    if (stays === undefined) return;
    planned.set(stays[0], 'edited');
  }
}

/** True for a file that is to be other than it is, or cannot be. */
function isOther(undoing: UndoProgress, path: string): boolean {
  return undoing.edited.has(path) || !isSame(presentEntry(undoing, path), entryIn(undoing, path));
}

function planFile(undoing: UndoProgress, path: string): FileChange | KeptReason | undefined {
  if (undoing.edited.has(path)) return 'edited';
  const [from, to] = [presentEntry(undoing, path), entryIn(undoing, path)];
  if (isSame(to, from)) return undefined;
  if (to?.mode === 'skipped') return 'large';
  if (to?.mode === 'other') return 'blocked';
  const change = { path, from, to, merged: undoing.merged.has(path) };
  const after = [...(undoing.moved.get(path) ?? [])].filter((place) => isOther(undoing, place));
  return after.length === 0 ? change : { ...change, after };
}

/**
 * Files that seem to be new and may not be: they were ignored before, or were among more large files than a state
 * lists. Such a file is not removed.
 */
async function possiblyOldFiles(
  shadow: Shadow,
  steps: readonly StepChanges[],
): Promise<ReadonlyMap<string, KeptReason>> {
  const found = new Map<string, KeptReason>();
  for (const step of steps) {
    for (const [path, why] of await findDoubtedPaths(shadow, step)) found.set(path, why);
  }
  return found;
}

async function findDoubtedPaths(
  shadow: Shadow,
  { before, after, changes }: StepChanges,
): Promise<readonly (readonly [string, KeptReason])[]> {
  // The state looked for these files by name, so a missing one did not exist.
  const named = namedEntries(before);
  const made = [...changes].flatMap(([path, change]) =>
    change.before === null && !named.has(path) ? [path] : [],
  );
  if (made.length === 0) return [];
  if (before.moreSkipped > 0) return made.map((path) => [path, 'large']);
  if (before.exclude !== after.exclude) return made.map((path) => [path, 'ignored']);
  const rulesChanged = [...changes.keys()].some((path) => posix.basename(path) === '.gitignore');
  const ignored = rulesChanged ? await pathsIgnoredIn(shadow, before, made) : [];
  return ignored.map((path) => [path, 'ignored']);
}

/** The paths that git ignored in this state, according to its ignore rules. */
async function pathsIgnoredIn(
  shadow: Shadow,
  state: WorkspaceState,
  paths: readonly string[],
): Promise<readonly string[]> {
  const files = [...(await entriesOfState(shadow, state))].filter(
    ([path, { mode }]) => posix.basename(path) === '.gitignore' && (mode === '100644' || mode === '100755'),
  );
  const contents = await contentsOf(
    shadow,
    files.map(([, { hash }]) => hash),
  );
  const texts = new Map(
    files.map(([path, { hash }]) => [posix.dirname(path), contents.get(hash)?.toString('utf8') ?? '']),
  );
  return paths.filter((path) => isIgnored(path, texts));
}

/** @param texts of the ignore files, by their folder */
function isIgnored(path: string, texts: ReadonlyMap<string, string>): boolean {
  const names = path.split('/');
  let rules: IgnoreRules = noIgnoreRules().within('', texts.get('.') ?? '');
  for (const depth of names.keys()) {
    const part = names.slice(0, depth + 1).join('/');
    const isFolder = depth < names.length - 1;
    if (rules.ignores(part, isFolder)) return true;
    const text = texts.get(part);
    if (text !== undefined) rules = rules.within(part, text);
  }
  return false;
}

/** A file that git ignores is in no tree, and may have been changed by its name all the same. */
function presentEntry({ shadow, present }: UndoProgress, path: string): CheckpointEntry | null {
  return present.get(path) ?? entryNow(shadow.workspace, path);
}

function entryIn(undoing: UndoProgress, path: string): CheckpointEntry | null {
  return undoing.undone.get(path) ?? (undoing.undone.has(path) ? null : presentEntry(undoing, path));
}

type ChangedPath = readonly [string, EntryChange];

/** Takes one step back. Those after it were taken back before. */
async function undoStep(undoing: UndoProgress, step: StepChanges): Promise<void> {
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

/** More files that came since are not searched for the one that a file was renamed to: it would take minutes. */
const MAX_NEW_FILES = 2000;

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
