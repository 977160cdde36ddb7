import { constants, type Dirent } from 'node:fs';
import {
  chmod,
  type FileHandle,
  lstat,
  open,
  readdir,
  readFile,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Worktrees } from '../../contracts/worktrees.ts';
import { codeOf, Failure, messageOf } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { pathOf, withFolder } from '../../files/held-folder.ts';
import { namesIn } from '../../files/look-at-path.ts';

/** How many entries are removed at the same time. */
const TOGETHER = 32;
/** Limit for levels of folders, and for retries while another program still writes there. */
const MAX_PASSES = 20_000;
/** Opens a folder without read permission; Node has no name for it. */
const O_PATH = 0o10000000;
/** Errors caused by concurrent changes: the next pass sees the new state. */
const OF_THE_MOMENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENOTEMPTY', 'EEXIST'];

/**
 * Removes a folder with all its contents. No link is followed, not even one that is created meanwhile: folders are
 * held open, and their entries are named from there. Mounts in it stay. Safe to repeat.
 * @param folder absolute and canonical
 * @throws Failure `unavailable`, `denied`
 */
export async function removeFolder(folder: string): Promise<void> {
  await assertNoMounts(folder);
  try {
    await withFolder(dirname(folder), (above) => removeEntry(join(above, basename(folder))));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (codeOf(error) === undefined) throw error;
    throw new Failure('unavailable', fault('folder-not-removed', folder, messageOf(error)), {
      cause: error,
    });
  }
}

async function removeEntry(path: string): Promise<void> {
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    try {
      if (!(await lstat(path)).isDirectory()) return await unlink(path);
      await withEntry(path, async (place) => {
        for (const some of chunkEntries(await readdir(place, { withFileTypes: true })))
          await Promise.all(some.map((entry) => ignoreMomentary(() => clearEntry(place, entry))));
      });
      return await rmdir(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      if (!OF_THE_MOMENT.includes(codeOf(error) ?? '')) throw error;
    }
  }
  throw new Failure('unavailable', fault('folder-busy'));
}

/** Nested folders are moved up instead of being entered: at any depth only two are open. */
async function clearEntry(top: string, entry: Dirent): Promise<void> {
  const path = join(top, entry.name);
  if (!entry.isDirectory()) return unlink(path);
  await withEntry(path, async (place) => {
    for (const some of chunkEntries(await readdir(place, { withFileTypes: true })))
      await Promise.all(some.map((inner) => ignoreMomentary(() => liftOrRemove(place, inner, top))));
  });
  await rmdir(path);
}

async function liftOrRemove(place: string, entry: Dirent, top: string): Promise<void> {
  const path = join(place, entry.name);
  if (!entry.isDirectory()) return unlink(path);
  // A read-only folder cannot be moved either: opening it makes it writable.
  const isEmpty = await withEntry(path, async (inner) => (await readdir(inner)).length === 0);
  await (isEmpty ? rmdir(path) : rename(path, join(top, newMessageId())));
}

async function ignoreMomentary(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!OF_THE_MOMENT.includes(codeOf(error) ?? '')) throw error;
  }
}

/** Calls `use` with a path to this very folder, and makes it writable for its owner. */
async function withEntry<T>(path: string, use: (place: string) => Promise<T>): Promise<T> {
  const handle = await openFolder(path);
  try {
    const { mode } = await handle.stat();
    if ((mode & 0o700) !== 0o700) await handle.chmod(mode | 0o700);
    const place = (await pathOf(handle)) === undefined ? path : `/proc/self/fd/${handle.fd}`;
    return await use(place);
  } finally {
    await handle.close();
  }
}

async function openFolder(path: string): Promise<FileHandle> {
  const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW;
  try {
    return await open(path, constants.O_RDONLY | flags);
  } catch (error) {
    if (codeOf(error) !== 'EACCES' || process.platform !== 'linux') throw error;
    const closed = await open(path, O_PATH | flags);
    try {
      await chmod(`/proc/self/fd/${closed.fd}`, 0o700);
    } finally {
      await closed.close();
    }
    return open(path, constants.O_RDONLY | flags);
  }
}

function chunkEntries(entries: readonly Dirent[]): readonly (readonly Dirent[])[] {
  const count = Math.ceil(entries.length / TOGETHER);
  return Array.from({ length: count }, (_, part) => entries.slice(part * TOGETHER, (part + 1) * TOGETHER));
}

/** The project may be mounted in its worktree, in place of a link. */
async function assertNoMounts(folder: string): Promise<void> {
  const mounted = (await mountPoints()).find((path) => isInside(path, folder));
  if (mounted === undefined) return;
  throw new Failure('unavailable', fault('folder-mounted', mounted, folder));
}

async function mountPoints(): Promise<readonly string[]> {
  try {
    const text = await readFile('/proc/self/mountinfo', 'utf8');
    return text.split('\n').map((line) => decodeOctal(line.split(' ')[4] ?? ''));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

/** Blanks and the like are escaped as `\040`. */
function decodeOctal(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

interface StrayParts {
  /** Holds a folder for each session with a worktree. Canonical; may be missing. */
  readonly home: string;
  /** Canonical paths of the workspaces that a worktree of this name may belong to. */
  projectsCalled(name: string): readonly string[];
  readonly worktrees: Pick<Worktrees, 'remove'>;
}

/** Removes folders with unknown names, without following links. Returns how many. */
export async function removeStrays(
  { home, projectsCalled, worktrees }: StrayParts,
  isKnown: (name: string) => boolean,
): Promise<number> {
  const strays = (await namesIn(home)).filter((name) => !isKnown(name));
  for (const name of strays) {
    const place = join(home, name);
    if (!(await lstat(place)).isDirectory()) {
      await unlink(place);
      continue;
    }
    // The worktree's repository has to forget it as well.
    for (const inner of await namesIn(place)) {
      const folder = join(place, inner);
      for (const project of projectsCalled(inner)) await worktrees.remove({ project, folder });
    }
    await removeFolder(place);
  }
  return strays.length;
}
