import { join } from 'node:path';
import type { IndexChange } from '../../contracts/checkpoints.ts';
import { codeOf } from '../../core/failure.ts';
import { readRegular } from '../../core/regular-file.ts';
import { treeEntries } from '../checkpoints/apply-repository.ts';
import {
  canMergeTrees,
  madeContents,
  mergeTreesByGit,
  quotedForGit,
  withMergeGit,
} from '../checkpoints/git-merge.ts';
import { keepContents } from '../checkpoints/keep-contents.ts';
import type { Repository } from '../repository.ts';
import {
  type Merged,
  type MergeSides,
  type MergeTools,
  mergeByPaths,
  mergeWishes,
  OWN_WAYS,
} from './merge-contents.ts';
import type { Tree } from './merge-trees.ts';

/** Git passes over longer lines of attributes. In bytes. */
const MAX_LINE_BYTES = 2000;
const SHA1_LENGTH = 40;

/** What their side adds to ours, as git merges it; with an old git a renamed file is one that went and one that came. */
export async function mergeCommits(merging: MergeTools, sides: MergeSides): Promise<Merged> {
  return (await mergeByGit(merging, sides)) ?? mergeByPaths(merging, sides);
}

/** Undefined where git cannot do it alone. */
async function mergeByGit(
  { repository, shadow }: MergeTools,
  { ours, theirs, bases }: MergeSides,
): Promise<Merged | undefined> {
  if (!(await canMergeTrees(shadow)) || ours.length !== SHA1_LENGTH) return undefined;
  const [own, other] = [await treeEntries(repository, ours), await treeEntries(repository, theirs)];
  const before = await Promise.all(bases.map((base) => treeEntries(repository, base)));
  const attributes = await attributesFor(repository, changedPaths(before, own, other));
  if (attributes === undefined) return undefined;
  return withMergeGit(shadow, { ...(await placeOf(repository)), attributes }, async (git) => {
    const merged = await mergeTreesByGit(git, ours, theirs);
    if (merged === undefined) return undefined;
    if (merged.conflicts.length > 0) return { kind: 'conflict', files: merged.conflicts };
    const changes = changesTo(own, merged.entries);
    const known = new Set([...own.values(), ...other.values()].map(hashIn));
    const made = changes.filter(({ to }) => to !== '' && !known.has(hashIn(to)));
    const contents = await madeContents(git, [...new Set(made.map(({ to }) => hashIn(to)))]);
    const files = made.filter(({ to }) => contents.get(hashIn(to)) === undefined).map(({ path }) => path);
    if (files.length > 0) return { kind: 'conflict', files: files.sort() };
    const kept = [...contents.values()].filter((bytes) => bytes !== undefined);
    await keepContents(shadow, kept, repository.runOrThrow);
    return { kind: 'merged', changes };
  });
}

async function placeOf(repository: Repository): Promise<{ objects: string; shallow: string | undefined }> {
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
function changedPaths(before: readonly Tree[], ours: Tree, theirs: Tree): readonly string[] {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])];
  return paths.filter((path) =>
    before.some((tree) => [ours, theirs].some((side) => side.get(path) !== tree.get(path))),
  );
}

/**
 * The wishes of the repository as far as they can be granted: a file that it wants a program of its own for is not
 * merged. Undefined when they cannot be written down.
 */
async function attributesFor(repository: Repository, paths: readonly string[]): Promise<string | undefined> {
  const lines = [...(await mergeWishes(repository, paths))].flatMap(([path, wish]) => {
    if (wish !== 'union' && OWN_WAYS.includes(wish)) return [];
    const pattern = quotedForGit(`/${path.replaceAll(/[\\*?[]/g, '\\$&')}`);
    return [`${pattern} ${wish === 'union' ? 'merge=union' : '-merge'}\n`];
  });
  return lines.some((line) => Buffer.byteLength(line) > MAX_LINE_BYTES) ? undefined : lines.join('');
}

function changesTo(own: Tree, merged: Tree): readonly IndexChange[] {
  return [...new Set([...own.keys(), ...merged.keys()])].flatMap((path) => {
    const [from, to] = [own.get(path) ?? '', merged.get(path) ?? ''];
    return from === to ? [] : [{ path, from, to }];
  });
}

function hashIn(entry: string): string {
  return entry.split(' ')[1] ?? '';
}
