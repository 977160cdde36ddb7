import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { GitResult } from '../run-git.ts';
import { readBatch, type Shadow } from './shadow.ts';
import { treeIn } from './trees.ts';

/** The first version of git that merges trees without a folder to work in. */
const MERGES_TREES_SINCE = '2.38';
/** Contents of one answer: together they stay below what may be read of one. */
const AT_ONCE = 12;

interface MergeRepository {
  /** Folder of the objects that are merged. Nothing is written there. */
  readonly objects: string;
  /** Text of its list of commits whose parents it lacks, if it has one. */
  readonly shallow?: string | undefined;
  /** Text of the only attributes that count. */
  readonly attributes: string;
}

/** A repository for one merge. It knows all of the place, and what it makes of it is gone with it. */
export type MergeGit = (args: readonly string[], input?: string) => Promise<GitResult>;

/** Result of git's merge of two sides. */
interface GitMerge {
  /** Entries of the merged tree, as `100644 <hash>` by path. It says nothing of paths in conflict. */
  readonly entries: ReadonlyMap<string, string>;
  /** Sorted. */
  readonly conflicts: readonly string[];
}

/** False where git is too old: then files are merged path by path. */
export async function canMergeTrees(shadow: Shadow): Promise<boolean> {
  return shadow.isGitAtLeast(MERGES_TREES_SINCE);
}

/**
 * Lends a repository that has the settings of the shadow and no others, so that no driver runs: no attributes but the
 * given ones are read, and no driver is configured.
 */
export async function withMergeGit<T>(
  shadow: Shadow,
  { objects, shallow, attributes }: MergeRepository,
  use: (git: MergeGit) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(shadow.folder, 'merge-'));
  const [own, files] = [join(folder, 'git'), join(folder, 'files')];
  try {
    for (const place of [files, join(own, 'objects', 'info'), join(own, 'refs'), join(own, 'info')])
      await mkdir(place, { recursive: true, mode: 0o700 });
    await writeFile(join(own, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(join(own, 'objects', 'info', 'alternates'), `${quoteForGit(objects)}\n`);
    await writeFile(join(own, 'info', 'attributes'), attributes);
    if (shallow !== undefined) await writeFile(join(own, 'shallow'), shallow);
    return await use((args, input) =>
      shadow.run(['--git-dir', own, ...args], {
        workTree: files,
        index: join(own, 'index'),
        ...(input === undefined ? {} : { input }),
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A name between quotation marks, as git reads it in lists of its own. */
export function quoteForGit(name: string): string {
  return `"${name.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** Undefined when git cannot tell, because it lacks an object or takes too long. Both sides are commits. */
export async function mergeTreesByGit(
  git: MergeGit,
  ours: string,
  theirs: string,
): Promise<GitMerge | undefined> {
  const flags = ['--write-tree', '-z', '--name-only', '--no-messages'];
  const { code, stdout } = await git(['merge-tree', ...flags, ours, theirs]).catch(codeOfTimeout);
  if (code > 1) return undefined;
  const [tree = '', ...files] = stdout.split('\0').filter((text) => text !== '');
  const { stdout: listed } = await git(['ls-tree', '-r', '-z', '--full-tree', tree]);
  // Git reports a file in place of a folder under another name, which ends in the commit that it comes from.
  const conflicts = files.map((file) => file.replace(/~[0-9a-f]{40}(_\d+)?$/, ''));
  return { entries: treeIn(listed), conflicts: [...new Set(conflicts)].sort() };
}

function codeOfTimeout(error: unknown): Pick<GitResult, 'code' | 'stdout'> {
  if (isFailure(error) && error.kind === 'timeout') return { code: 128, stdout: '' };
  throw error;
}

/**
 * The contents that a merge made. Undefined in place of one that is no text, or too large for its merge to be trusted.
 */
export async function readMergedContents(
  git: MergeGit,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Buffer | undefined>> {
  const input = (some: readonly string[]): string => some.map((hash) => `${hash}\n`).join('');
  const sizes = (await git(['cat-file', '--batch-check=%(objectsize)'], input(hashes))).stdout.split('\n');
  const small = hashes.filter((_, at) => Number(sizes[at]) <= MAX_MERGED_BYTES);
  const found = new Map<string, Buffer>();
  for (let from = 0; from < small.length; from += AT_ONCE)
    readBatch((await git(['cat-file', '--batch'], input(small.slice(from, from + AT_ONCE)))).bytes, found);
  if (small.some((hash) => !found.has(hash))) throw new Failure('unavailable', fault('git-merge-lost'));
  return new Map(
    hashes.map((hash) => {
      const bytes = found.get(hash);
      return [hash, bytes?.includes(0) === false ? bytes : undefined];
    }),
  );
}

/** Largest file that is merged: a merge may take very long. */
const MAX_MERGED_BYTES = 1024 * 1024;

/** Three versions of one file: the present one, and a change from one to the other that is to be applied. */
interface ThreeTexts {
  readonly present: Buffer;
  readonly before: Buffer;
  readonly after: Buffer;
  /** True: both sides of a place that both changed are kept. */
  readonly isUnion?: boolean;
}

/** Undefined when both changed the same lines, or one of them is not text or too large. */
export async function mergeTexts(shadow: Shadow, texts: ThreeTexts): Promise<Buffer | undefined> {
  const { present, before, after, isUnion = false } = texts;
  if ([present, before, after].some(({ length }) => length > MAX_MERGED_BYTES)) return undefined;
  const folder = await mkdtemp(join(shadow.folder, 'merge-'));
  try {
    const file = (name: string) => join(folder, name);
    for (const [name, bytes] of Object.entries({ present, before, after }))
      await writeFile(file(name), bytes, { mode: 0o600 });
    const flags = ['--quiet', ...(isUnion ? ['--union'] : [])];
    const args = ['merge-file', ...flags, file('present'), file('before'), file('after')];
    const { code } = await shadow.run(args, { workTree: folder });
    if (code !== 0) return undefined;
    // Read as raw bytes, because the merge preserved them.
    const merged = await readFile(file('present'));
    return merged.includes(0) ? undefined : merged;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
