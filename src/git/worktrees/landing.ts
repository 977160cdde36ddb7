import { lstat, readdir, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type {
  CheckpointEntry,
  FileChange,
  IndexChange,
  RepositoryPlan,
} from '../../contracts/checkpoints.ts';
import type { LandingPlan, LandingRefusal } from '../../contracts/worktrees.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { withFolder } from '../../files/held-folder.ts';
import { MAX_COMPARED_BYTES, parentInWorkspace, readFileAt } from '../checkpoints/apply-files.ts';
import { keepContents } from '../checkpoints/keep-contents.ts';
import { blobHash, contentsOf, openShadow, type Shadow } from '../checkpoints/shadow.ts';
import { entriesIn } from '../checkpoints/trees.ts';
import type { Repository } from '../repository.ts';
import type { WorktreesParts } from './open-project.ts';

export function refuseLanding(refusal: LandingRefusal): LandingPlan {
  return { kind: 'refused', refusal };
}

export function shadowOf({ states, environment }: WorktreesParts, workspace: string): Promise<Shadow> {
  return openShadow({ folder: states, environment }, workspace);
}

interface LandingChanges {
  readonly files: readonly FileChange[];
  readonly repository: RepositoryPlan;
  readonly untested: readonly string[];
}

export function possibleLanding({ files, repository, untested }: LandingChanges): LandingPlan {
  return {
    kind: 'possible',
    change: { files, kept: [], repository, unknownSteps: 0 },
    commits: repository.commits,
    untested,
  };
}

/** Position of HEAD: the full name of a branch, or null, and its commit. */
interface HeadPosition {
  readonly branch: string | null;
  readonly commit: string;
}

/** The references that move when the checked out branch advances to a commit; the work tree has to follow. */
export function branchAdvance(
  { branch, commit }: HeadPosition,
  to: string,
): Pick<RepositoryPlan, 'head' | 'references'> {
  if (branch === null) return { head: { from: commit, to }, references: [] };
  return { head: { from: branch, to: branch }, references: [{ name: branch, from: commit, to }] };
}

/** Staged entries of the index, and those of files in conflict. */
interface StagedEntries {
  readonly entries: ReadonlyMap<string, string>;
  /** Files in conflict, or hidden from git by a mark of the person. */
  readonly marked: ReadonlySet<string>;
}

export async function readIndex(repository: Repository): Promise<StagedEntries> {
  const [text, tags] = await Promise.all([
    repository.runOrThrow(['ls-files', '--stage', '-z']),
    repository.runOrThrow(['ls-files', '-v', '-z']),
  ]);
  const records = tags.split('\0').filter((record) => record !== '' && !record.startsWith('H '));
  return { entries: entriesIn(text), marked: new Set(records.map((record) => record.slice(2))) };
}

/** @param committed the branch's future entries at these paths, as `100644 <hash>`, or nothing */
export function indexChangesTo(
  { entries }: StagedEntries,
  paths: Iterable<string>,
  committed: ReadonlyMap<string, string>,
): readonly IndexChange[] {
  return [...paths].flatMap((path) => {
    const [from, to] = [entries.get(path) ?? '', committed.get(path) ?? ''];
    return from === to ? [] : [{ path, from, to }];
  });
}

/** @param entry of a tree or the index: `160000 <hash>` for a sub-module */
export function isModule(entry: string): boolean {
  return entry.startsWith('160000 ');
}

/**
 * What blocks the creation of a file: something else in place of a folder above it, or a folder in its own place that
 * will not be empty. Relative; undefined when nothing does.
 * @param goes files that are removed first
 */
export async function writeObstacle(
  root: string,
  path: string,
  goes: ReadonlySet<string>,
): Promise<string | undefined> {
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const kind = await entryKind(join(root, above));
    if (kind === 'folder') break;
    if (kind === 'file' && !goes.has(above)) return above;
  }
  return (await entryKind(join(root, path))) === 'folder' ? fileIn(root, path, goes) : undefined;
}

/** A file, or an empty folder, that is not removed. */
async function fileIn(root: string, folder: string, goes: ReadonlySet<string>): Promise<string | undefined> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  if (entries.length === 0) return folder;
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    const found = entry.isDirectory() ? await fileIn(root, path, goes) : path;
    if (found !== undefined && !goes.has(found)) return found;
  }
  return undefined;
}

async function entryKind(path: string): Promise<'folder' | 'file' | 'none'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return 'none';
    throw error;
  }
}

/** How many contents are held in memory at the same time. */
const AT_ONCE = 100;
/** In bytes; a larger one is read alone. */
const LARGE = 1024 * 1024;
/** Limit for all files together that are read from the disk, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** @throws Failure `invalid` for a file that is too large to be copied */
export function assertSize(path: string, entry: CheckpointEntry | null): void {
  if (entry?.mode !== 'skipped') return;
  throw new Failure('invalid', fault('worktree-file-too-large', path, MAX_COMPARED_BYTES / 1024 / 1024));
}

/** Copies contents from one shadow into another, so that a plan can be carried out when the first one is gone. */
export async function bringFromShadow(
  source: Shadow,
  target: Shadow,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const contents = await contentsOf(source, hashes.slice(from, from + AT_ONCE));
    await keepContents(target, [...contents.values()]);
  }
}

interface OnDisk {
  readonly path: string;
  /** As it was found there. A file that is missing or too large is not copied. */
  readonly entry: CheckpointEntry | null;
}

/**
 * Copies files from the disk, each of which has to be unchanged since it was examined.
 * @throws Failure `conflict` when one has changed; `invalid` when all are too large together
 */
export async function bringFromDisk(folder: string, target: Shadow, files: readonly OnDisk[]): Promise<void> {
  let total = 0;
  let held: Buffer[] = [];
  for (const { path, entry } of files) {
    if (entry === null || !['100644', '100755', '120000'].includes(entry.mode)) continue;
    const bytes = await bytesAt(folder, path, entry);
    if (bytes === undefined || blobHash(bytes) !== entry.hash)
      throw new Failure('conflict', fault('worktree-file-changed', path));
    total += bytes.length;
    if (total > MAX_BYTES)
      throw new Failure('invalid', fault('worktree-files-too-large', MAX_BYTES / 1024 / 1024));
    held.push(bytes);
    if (held.length < AT_ONCE && bytes.length < LARGE) continue;
    await keepContents(target, held);
    held = [];
  }
  await keepContents(target, held);
}

async function bytesAt(folder: string, path: string, { mode }: CheckpointEntry): Promise<Buffer | undefined> {
  try {
    return await withFolder(parentInWorkspace(folder, path), (place) => {
      const file = join(place, basename(path));
      return mode === '120000' ? readlink(file, 'buffer') : readFileAt(file);
    });
  } catch (error) {
    if (codeOf(error) === undefined && !isFailure(error)) throw error;
    return undefined;
  }
}
