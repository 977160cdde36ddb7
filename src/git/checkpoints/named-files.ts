import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CapturedState, CheckpointEntry, WorkspaceState } from '../../contracts/checkpoints.ts';
import { codeOf, isFailure } from '../../core/failure.ts';
import { readToEnd, withFolderNow } from '../../files/held-folder.ts';
import { MAX_KEPT_BYTES } from './candidates.ts';
import { markUsed } from './keep-contents.ts';
import { blobHash, objectOf, type Shadow } from './shadow.ts';

/** Contents that are known to be kept, by hash; each promise resolves when its content is on the disk. */
export type KnownContents = Map<string, Promise<void>>;

interface NamedFileStore {
  readonly shadow: Shadow;
  readonly known: KnownContents;
}

/** See `Checkpoints.takeFiles`. Starts no git, because that would take longer than all the rest. */
export function takeFiles(
  naming: NamedFileStore,
  paths: readonly string[],
  since: WorkspaceState,
): CapturedState {
  const { shadow } = naming;
  const over: { path: string; entry: CheckpointEntry | null }[] = [];
  const flushes: (Promise<void> | undefined)[] = [];
  for (const path of paths) {
    const found = fileAt(shadow.workspace, path);
    over.push({ path, entry: found.entry });
    flushes.push(keepContent(naming, found));
  }
  for (const { tree } of since.trees) if (tree !== null) markUsed(shadow.folder, tree);
  const trees = since.trees.map((tree) => (tree.root === '' ? { ...tree, over } : tree));
  return { state: { ...since, trees }, onDisk: Promise.all(flushes).then(() => undefined) };
}

/** The content is in a file when this returns, and on the disk when it resolves. */
function keepContent(
  { shadow, known }: NamedFileStore,
  { entry, bytes }: FileOnDisk,
): Promise<void> | undefined {
  if (entry === null || bytes === undefined) return undefined;
  const { hash } = entry;
  const before = known.get(hash);
  if (before !== undefined) return before;
  const kept = shadow.appended.add(hash, objectOf(bytes));
  known.set(hash, kept);
  kept.catch(() => known.delete(hash));
  return kept;
}

/** A file that cannot be examined, or is not a regular file, counts as missing, as in a whole state. */
export function entryNow(workspace: string, path: string): CheckpointEntry | null {
  try {
    const { entry } = fileAt(workspace, path);
    return entry?.mode === 'other' ? null : entry;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

interface FileOnDisk {
  readonly entry: CheckpointEntry | null;
  /** Set for content that is kept. */
  readonly bytes?: Buffer;
}

const NO_FILE: FileOnDisk = { entry: null };
const OTHER: FileOnDisk = { entry: { mode: 'other', hash: '' } };
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * A file or link as it is on the disk, as for a whole state; a file behind a link in its path does not count. Done
 * synchronously: for a small file each await would cost more than the read itself.
 */
function fileAt(workspace: string, path: string): FileOnDisk {
  const file = join(workspace, path);
  try {
    return withFolderNow(dirname(file), (place) => readEntry(join(place, basename(file))));
  } catch (error) {
    // Its folder is missing, or something else is in its place.
    if (isFailure(error) || codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return NO_FILE;
    throw error;
  }
}

function readEntry(file: string): FileOnDisk {
  let descriptor: number;
  try {
    descriptor = openSync(file, READ);
  } catch (error) {
    return unopenedFile(file, error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return OTHER;
    if (stats.size > MAX_KEPT_BYTES) return { entry: skippedEntry(stats) };
    const bytes = readToEnd(descriptor, stats.size);
    const mode = (stats.mode & 0o100) === 0 ? '100644' : '100755';
    return { entry: { mode, hash: blobHash(bytes) }, bytes };
  } finally {
    closeSync(descriptor);
  }
}

/** The file is missing, is a link or a socket, or may not be read. */
function unopenedFile(file: string, error: unknown): FileOnDisk {
  switch (codeOf(error)) {
    case 'ENOENT':
      return NO_FILE;
    case 'ELOOP': {
      const bytes = readlinkSync(file, 'buffer');
      return { entry: { mode: '120000', hash: blobHash(bytes) }, bytes };
    }
    case 'EACCES':
    case 'EPERM':
      return { entry: skippedEntry(lstatSync(file)) };
    case 'ENXIO':
      return OTHER;
    default:
      throw error;
  }
}

function skippedEntry({ size, mtimeMs }: Stats): CheckpointEntry {
  return { mode: 'skipped', hash: `${size}:${Math.trunc(mtimeMs)}` };
}
