import { join } from 'node:path';
import type { IndexChange } from '../../contracts/checkpoints.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { fault } from '../../core/texts/faults.ts';
import { treeEntries } from '../checkpoints/apply-repository.ts';
import {
  canMergeTrees,
  mergeTexts,
  mergeTreesByGit,
  quoteForGit,
  readMergedContents,
  withMergeGit,
} from '../checkpoints/git-merge.ts';
import { keepContents } from '../checkpoints/keep-contents.ts';
import { readBatch, type Shadow } from '../checkpoints/shadow.ts';
import type { Repository } from '../repository.ts';

interface MergeSides {
  /** Commit of our side. */
  readonly ours: string;
  readonly theirs: string;
  /** Common ancestors; there can be several when the sides were merged with each other before. */
  readonly bases: readonly string[];
}

interface MergeTools {
  readonly repository: Repository;
  /** Supplies settings and a temporary folder: the repository's configuration plays no part in a merge. */
  readonly shadow: Shadow;
}

type MergeResult =
  | { readonly kind: 'merged'; readonly changes: readonly IndexChange[] }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** Files of a commit, as `100644 <hash>` by path. */
type CommitTree = ReadonlyMap<string, string>;

/**
 * What their side adds to ours, as git merges it. With an old git a renamed file counts as one removed and one added.
 */
export async function mergeCommits(merging: MergeTools, sides: MergeSides): Promise<MergeResult> {
  return (await mergeByGit(merging, sides)) ?? mergeByPaths(merging, sides);
}

const SHA1_LENGTH = 40;

/** Undefined when this git is too old to merge trees. */
async function mergeByGit(
  { repository, shadow }: MergeTools,
  { ours, theirs, bases }: MergeSides,
): Promise<MergeResult | undefined> {
  if (!(await canMergeTrees(shadow)) || ours.length !== SHA1_LENGTH) return undefined;
  const [own, other] = [await treeEntries(repository, ours), await treeEntries(repository, theirs)];
  const before = await Promise.all(bases.map((base) => treeEntries(repository, base)));
  const attributes = await attributesFor(repository, changedPaths(before, own, other));
  if (attributes === undefined) return undefined;
  return withMergeGit(shadow, { ...(await readObjectsPlace(repository)), attributes }, async (git) => {
    const merged = await mergeTreesByGit(git, ours, theirs);
    if (merged === undefined) return undefined;
    if (merged.conflicts.length > 0) return { kind: 'conflict', files: merged.conflicts };
    const changes = changesTo(own, merged.entries);
    const known = new Set([...own.values(), ...other.values()].map(hashIn));
    const made = changes.filter(({ to }) => to !== '' && !known.has(hashIn(to)));
    const contents = await readMergedContents(git, [...new Set(made.map(({ to }) => hashIn(to)))]);
    const files = made.filter(({ to }) => contents.get(hashIn(to)) === undefined).map(({ path }) => path);
    if (files.length > 0) return { kind: 'conflict', files: files.sort() };
    const kept = [...contents.values()].filter((bytes) => bytes !== undefined);
    await keepContents(shadow, kept, repository.runOrThrow);
    return { kind: 'merged', changes };
  });
}

async function readObjectsPlace(
  repository: Repository,
): Promise<{ objects: string; shallow: string | undefined }> {
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const folder = (await repository.runOrThrow(args)).replace(/\n$/, '');
  return { objects: join(folder, 'objects'), shallow: readIfThere(join(folder, 'shallow')) };
}

function readIfThere(file: string): string | undefined {
  try {
    return readRegular(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Any of them may be where a change of the other side goes. */
function changedPaths(
  before: readonly CommitTree[],
  ours: CommitTree,
  theirs: CommitTree,
): readonly string[] {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])];
  return paths.filter((path) =>
    before.some((tree) => [ours, theirs].some((side) => side.get(path) !== tree.get(path))),
  );
}

/** Git passes over longer lines of attributes. In bytes. */
const MAX_LINE_BYTES = 2000;

/** Merge attributes in `.gitattributes` that git can follow by itself. */
const OWN_WAYS: readonly string[] = ['unspecified', 'set', 'text', 'union'];

/**
 * The merge attributes of the repository as far as git can follow them: a file with a merge program of its own is not
 * merged. Undefined when they cannot be written down.
 */
async function attributesFor(repository: Repository, paths: readonly string[]): Promise<string | undefined> {
  const lines = [...(await mergeAttributes(repository, paths))].flatMap(([path, attribute]) => {
    if (attribute !== 'union' && OWN_WAYS.includes(attribute)) return [];
    const pattern = quoteForGit(`/${path.replaceAll(/[\\*?[]/g, '\\$&')}`);
    return [`${pattern} ${attribute === 'union' ? 'merge=union' : '-merge'}\n`];
  });
  return lines.some((line) => Buffer.byteLength(line) > MAX_LINE_BYTES) ? undefined : lines.join('');
}

function changesTo(own: CommitTree, merged: CommitTree): readonly IndexChange[] {
  return [...new Set([...own.keys(), ...merged.keys()])].flatMap((path) => {
    const [from, to] = [own.get(path) ?? '', merged.get(path) ?? ''];
    return from === to ? [] : [{ path, from, to }];
  });
}

function hashIn(entry: string): string {
  return entry.split(' ')[1] ?? '';
}

/** What their side adds to ours, path by path. From several bases it has to come out the same. */
async function mergeByPaths(merging: MergeTools, { ours, theirs, bases }: MergeSides): Promise<MergeResult> {
  const { repository } = merging;
  const [own, other] = [await treeEntries(repository, ours), await treeEntries(repository, theirs)];
  const results: (readonly IndexChange[])[] = [];
  for (const base of bases) {
    const { changes, both, conflicts } = mergeTrees(await treeEntries(repository, base), own, other);
    const merged = await mergeAll(merging, both);
    const files = [...conflicts, ...merged.conflicts].sort();
    if (files.length > 0) return { kind: 'conflict', files };
    results.push([...changes, ...merged.changes]);
  }
  const [first = [], ...others] = results;
  const files = others.flatMap((changes) => differences(first, changes));
  if (files.length > 0) return { kind: 'conflict', files: [...new Set(files)].sort() };
  return { kind: 'merged', changes: first };
}

function differences(a: readonly IndexChange[], b: readonly IndexChange[]): readonly string[] {
  const [one, two] = [a, b].map((changes) => new Map(changes.map(({ path, to }) => [path, to])));
  return [...a, ...b].map(({ path }) => path).filter((path) => one?.get(path) !== two?.get(path));
}

interface MergedFiles {
  readonly changes: readonly IndexChange[];
  readonly conflicts: readonly string[];
}

async function mergeAll(merging: MergeTools, both: readonly BothChanged[]): Promise<MergedFiles> {
  const changes: IndexChange[] = [];
  const conflicts: string[] = [];
  const attributes = await mergeAttributes(
    merging.repository,
    both.map(({ path }) => path),
  );
  for (const file of both) {
    const hash = await mergeOne(merging, file, attributes.get(file.path));
    if (hash === undefined) conflicts.push(file.path);
    else changes.push({ path: file.path, from: file.own, to: `${file.mode} ${hash}` });
  }
  return { changes, conflicts };
}

/** Binary files, and files with a merge program of their own in the repository, are not merged. */
async function mergeOne(
  { repository, shadow }: MergeTools,
  { before, ours, theirs }: BothChanged,
  attribute = 'unspecified',
): Promise<string | undefined> {
  if (!OWN_WAYS.includes(attribute)) return undefined;
  const contents = await blobsOf(repository, [before, ours, theirs]);
  const bytesOf = (hash: string): Buffer => contents.get(hash) ?? Buffer.alloc(0);
  const texts = { present: bytesOf(ours), before: bytesOf(before), after: bytesOf(theirs) };
  const isBinary = Object.values(texts).some((bytes) => bytes.subarray(0, 8000).includes(0));
  const merged = isBinary
    ? undefined
    : await mergeTexts(shadow, { ...texts, isUnion: attribute === 'union' });
  if (merged === undefined) return undefined;
  const [hash] = await keepContents(shadow, [merged], repository.runOrThrow);
  return hash;
}

async function blobsOf(
  repository: Repository,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const input = hashes.filter((hash) => hash !== '').join('\n');
  const { code, bytes } = await repository.run(['cat-file', '--batch'], { input: `${input}\n` });
  if (code === 0) readBatch(bytes, found);
  if (hashes.every((hash) => hash === '' || found.has(hash))) return found;
  throw new Failure('unavailable', fault('merge-contents-missing'));
}

/** The merge attributes of `.gitattributes`, by path. */
async function mergeAttributes(
  repository: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const input = paths.map((path) => `${path}\0`).join('');
  const fields = (await repository.runOrThrow(['check-attr', '-z', '--stdin', 'merge'], { input })).split(
    '\0',
  );
  const attributes = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) attributes.set(fields[at] ?? '', fields[at + 2] ?? '');
  return attributes;
}

/** A file that both sides changed differently. Hashes; empty where there was no file before. */
interface BothChanged {
  readonly path: string;
  /** Our side's whole entry. */
  readonly own: string;
  /** Mode of the result. */
  readonly mode: string;
  readonly ours: string;
  readonly before: string;
  readonly theirs: string;
}

interface MergedTrees {
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
