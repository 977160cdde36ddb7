import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import type { CheckpointEntry, FileChange } from '../../contracts/checkpoints.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import { fault } from '../../core/texts/faults.ts';
import { makeFolder, withFolder } from '../../files/held-folder.ts';
import { MAX_KEPT_BYTES } from './candidates.ts';
import { blobHash } from './shadow.ts';
import { isSame } from './trees.ts';

/** `edited`: it has changed since the plan was made. `blocked`: something else is in its place. */
export type ApplyResult = 'done' | 'edited' | 'blocked';

/** Largest file that is compared by its content: 24 MB. For larger ones size and time are compared. */
export const MAX_COMPARED_BYTES = 24 * 1024 * 1024;

/** The folder that is written, and the source of the contents. */
interface FileTarget {
  /** Canonical path. */
  readonly workspace: string;
  contents(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

const AT_ONCE = 100;

/** Brings files to their planned state; each is checked once more, in a folder that is held open. */
export async function applyFiles(
  { workspace, contents }: FileTarget,
  changes: readonly FileChange[],
  isSecret: (path: string) => boolean,
): Promise<ReadonlyMap<string, ApplyResult>> {
  const outcomes = new Map<string, ApplyResult>();
  // Removals come first and make room: a file may replace a folder, or the other way round.
  const deepest = (a: FileChange, b: FileChange): number => b.path.length - a.path.length;
  for (const change of changes.filter(({ to }) => to === null).sort(deepest)) {
    outcomes.set(change.path, await tryApply(() => removeFile(workspace, change)));
    await pruneFolders(workspace, dirname(change.path));
  }
  for (let from = 0; from < changes.length; from += AT_ONCE) {
    const some = changes.slice(from, from + AT_ONCE).filter(({ to }) => to !== null);
    const found = await contents(some.flatMap(({ to }) => to?.hash ?? []));
    for (const change of some) {
      const bytes = found.get(change.to?.hash ?? '') ?? Buffer.alloc(0);
      outcomes.set(
        change.path,
        await tryApply(() =>
          writeBack(workspace, change, { bytes, usual: isSecret(change.path) ? 0o600 : 0o644 }),
        ),
      );
    }
  }
  return outcomes;
}

/** An error with one file does not keep the others from being restored. */
async function tryApply(work: () => Promise<ApplyResult>): Promise<ApplyResult> {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error) || codeOf(error) !== undefined) return 'blocked';
    throw error;
  }
}

async function removeFile(workspace: string, { path, from }: FileChange): Promise<ApplyResult> {
  const folder = parentInWorkspace(workspace, path);
  try {
    return await withFolder(folder, async (place) => {
      const file = join(place, basename(path));
      const { entry } = await inspectFile(file, from);
      if (entry === null) return 'done';
      if (!isSame(entry, from)) return 'edited';
      await rm(file);
      return 'done';
    });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'done';
    throw error;
  }
}

interface RestoredContent {
  readonly bytes: Buffer;
  /** Permissions when there is no file to take them from. */
  readonly usual: number;
}

async function writeBack(
  workspace: string,
  { path, from, to }: FileChange,
  { bytes, usual }: RestoredContent,
): Promise<ApplyResult> {
  const folder = parentInWorkspace(workspace, path);
  await makeFolder(folder, workspace);
  return withFolder(folder, async (place) => {
    const file = join(place, basename(path));
    const { entry, mode, owner = await ownerOf(place) } = await inspectFile(file, from);
    if (isSame(entry, to)) return 'done';
    if (!isSame(entry, from)) return entry?.mode === 'other' ? 'blocked' : 'edited';
    // The name is the same each time: leftovers of a killed program are overwritten.
    const made = join(place, `.${sha256(`${path}\0${to?.hash}`).slice(0, 24)}`);
    try {
      await rm(made, { force: true });
      if (to?.mode === '120000') await symlink(bytes, made);
      else await writeNew(made, bytes, { mode: modeFor(to, mode ?? usual), owner });
      await rename(made, file);
    } finally {
      await rm(made, { force: true });
    }
    return 'done';
  });
}

interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

async function writeNew(
  file: string,
  bytes: Buffer,
  { mode, owner }: { readonly mode: number; readonly owner: FileOwner },
): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await handle.writeFile(bytes);
    const made = await handle.stat();
    // When root runs the program in a container, restored files would otherwise no longer belong to the person.
    if (made.uid !== owner.uid || made.gid !== owner.gid) await chownIfPermitted(handle, owner);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function chownIfPermitted(handle: FileHandle, { uid, gid }: FileOwner): Promise<void> {
  try {
    await handle.chown(uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

async function ownerOf(folder: string): Promise<FileOwner> {
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/** Git knows only whether a file is executable; other permissions stay as the person had them. */
function modeFor(to: CheckpointEntry | null, base: number): number {
  return to?.mode === '100755' ? base | ((base & 0o444) >> 2) : base & ~0o111;
}

interface FileOnDisk {
  readonly entry: CheckpointEntry | null;
  /** Set for a file. */
  readonly mode?: number;
  readonly owner?: FileOwner;
}

/** A file or link as it is on the disk; a file behind a link in its path does not count. */
export async function entryAt(workspace: string, path: string): Promise<CheckpointEntry | null> {
  try {
    return await withFolder(parentInWorkspace(workspace, path), async (place) => {
      return (await inspectFile(join(place, basename(path)), null)).entry;
    });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    // A folder in its path leads elsewhere.
    if (isFailure(error) && error.kind === 'denied') return { mode: 'other', hash: '' };
    throw error;
  }
}

/** Follows no link. @param expected a file that is known by size and time is compared by those */
async function inspectFile(file: string, expected: CheckpointEntry | null): Promise<FileOnDisk> {
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) {
      return { entry: { mode: '120000', hash: blobHash(await readlink(file, 'buffer')) } };
    }
    if (!stats.isFile()) return { entry: { mode: 'other', hash: '' } };
    const rights = { mode: stats.mode & 0o777, owner: { uid: stats.uid, gid: stats.gid } };
    if (stats.size > (expected?.mode === 'skipped' ? MAX_KEPT_BYTES : MAX_COMPARED_BYTES)) {
      return { entry: { mode: 'skipped', hash: `${stats.size}:${Math.trunc(stats.mtimeMs)}` }, ...rights };
    }
    const hash = blobHash(await readFileAt(file));
    return { entry: { mode: (stats.mode & 0o100) === 0 ? '100644' : '100755', hash }, ...rights };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { entry: null };
    throw error;
  }
}

/** Follows no link, and does not wait for a named pipe. */
export async function readFileAt(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Removes folders that are left empty, because git does not record them. */
async function pruneFolders(workspace: string, folder: string): Promise<void> {
  for (let at = folder; at !== '.'; at = dirname(at)) {
    try {
      await withFolder(dirname(join(workspace, at)), (place) => rmdir(join(place, basename(at))));
    } catch (error) {
      if (isFailure(error) || codeOf(error) !== undefined) return;
      throw error;
    }
  }
}

/**
 * Paths come from our own trees, or from commits; one that leads outside is refused.
 * @throws Failure `invalid`
 */
export function parentInWorkspace(workspace: string, path: string): string {
  const isPlain = path === posix.normalize(path) && !path.startsWith('/') && !path.startsWith('../');
  if (!isPlain || path.split('/').some((name) => name.toLowerCase() === '.git'))
    throw new Failure('invalid', fault('git-path', JSON.stringify(path)));
  return dirname(join(workspace, path));
}
