import type { IndexChange } from '../../contracts/checkpoints.ts';
import { Failure } from '../../core/failure.ts';
import { treeEntries } from '../checkpoints/apply-repository.ts';
import { keepContents } from '../checkpoints/keep-contents.ts';
import { mergeTexts } from '../checkpoints/merge-texts.ts';
import { readBatch, type Shadow } from '../checkpoints/shadow.ts';
import type { Repository } from '../repository.ts';
import { type BothChanged, mergeTrees } from './merge-trees.ts';

export interface MergeSides {
  /** Commit of our side. */
  readonly ours: string;
  readonly theirs: string;
  /** Common ancestors; there can be several when the sides were merged with each other before. */
  readonly bases: readonly string[];
}

export type Merged =
  | { readonly kind: 'merged'; readonly changes: readonly IndexChange[] }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

export interface MergeTools {
  readonly repository: Repository;
  /** Supplies settings and a temporary folder: the repository's configuration plays no part in a merge. */
  readonly shadow: Shadow;
}

/** What their side adds to ours, path by path. From several bases it has to come out the same. */
export async function mergeByPaths(
  merging: MergeTools,
  { ours, theirs, bases }: MergeSides,
): Promise<Merged> {
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

/** Wishes of `.gitattributes` that git can fulfil by itself. */
export const OWN_WAYS: readonly string[] = ['unspecified', 'set', 'text', 'union'];

interface MergedFiles {
  readonly changes: readonly IndexChange[];
  readonly conflicts: readonly string[];
}

async function mergeAll(merging: MergeTools, both: readonly BothChanged[]): Promise<MergedFiles> {
  const changes: IndexChange[] = [];
  const conflicts: string[] = [];
  const wishes = await mergeWishes(
    merging.repository,
    both.map(({ path }) => path),
  );
  for (const file of both) {
    const hash = await mergeOne(merging, file, wishes.get(file.path));
    if (hash === undefined) conflicts.push(file.path);
    else changes.push({ path: file.path, from: file.own, to: `${file.mode} ${hash}` });
  }
  return { changes, conflicts };
}

/** Binary files, and files with a merge program of their own in the repository, are not merged. */
async function mergeOne(
  { repository, shadow }: MergeTools,
  { before, ours, theirs }: BothChanged,
  wish = 'unspecified',
): Promise<string | undefined> {
  if (!OWN_WAYS.includes(wish)) return undefined;
  const contents = await blobsOf(repository, [before, ours, theirs]);
  const bytesOf = (hash: string): Buffer => contents.get(hash) ?? Buffer.alloc(0);
  const texts = { present: bytesOf(ours), before: bytesOf(before), after: bytesOf(theirs) };
  const isBinary = Object.values(texts).some((bytes) => bytes.subarray(0, 8000).includes(0));
  const merged = isBinary ? undefined : await mergeTexts(shadow, { ...texts, isUnion: wish === 'union' });
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
  throw new Failure('unavailable', 'The repository lacks contents of its own commits. Fetch them first.');
}

/** The merge attributes of `.gitattributes`, by path. */
export async function mergeWishes(
  repository: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const input = paths.map((path) => `${path}\0`).join('');
  const fields = (await repository.runOrThrow(['check-attr', '-z', '--stdin', 'merge'], { input })).split(
    '\0',
  );
  const wishes = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) wishes.set(fields[at] ?? '', fields[at + 2] ?? '');
  return wishes;
}
