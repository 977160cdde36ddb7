import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { jsonIn } from '../core/json.ts';

/** False also when access is refused. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Canonical path of a folder; undefined when it is missing or not accessible. */
export function folderAt(path: string): string | undefined {
  const real = realPath(path);
  return real !== undefined && isFolder(real) ? real : undefined;
}

/** True for what the path names, also for a link that leads nowhere; false for what is missing or closed. */
export function isThere(path: string): boolean {
  return unlessRefused(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
}

/**
 * True when nothing is there; false for what is there or closed. Asked before optional files are read: most projects
 * have none of them, and the exception for a missing file takes five times as long as this look.
 */
export function isMissing(path: string): boolean {
  return unlessRefused(() => lstatSync(path, { throwIfNoEntry: false }) ?? 'missing') === 'missing';
}

/** Empty for a folder that is missing or closed. */
export function entriesOfFolder(folder: string): readonly Dirent[] {
  return unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The same, names alone. */
export function namesInFolder(folder: string): readonly string[] {
  return unlessRefused(() => readdirSync(folder)) ?? [];
}

/** Canonical path; undefined when it is not accessible. */
export function realPath(path: string): string | undefined {
  // One system call; the other form checks every parent folder, too.
  return unlessRefused(() => realpathSync.native(path));
}

/** Names of the entries of a folder; none when the folder is missing. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The same at once, where nothing else waits: in a sub-command, or before the program starts. */
export function namesInNow(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Device and inode of a folder, as `stat -c %d:%i` prints them. Undefined unless the folder is at this very path,
 * without a link on the way: the opened folder is asked for its place, because a name can be exchanged between two
 * checks.
 * @param path absolute and canonical
 */
export function folderIdentity(path: string): string | undefined {
  try {
    const opened = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const { dev, ino } = fstatSync(opened, { bigint: true });
      return pathOfOpened(opened, path) === path ? `${dev}:${ino}` : undefined;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Only Linux gives the path of an open folder; elsewhere the name is checked again. */
function pathOfOpened(opened: number, path: string): string | undefined {
  return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${opened}`) : realPath(path);
}

/** Contents of another program's JSON file, to be parsed by a schema; undefined when it is missing or not JSON. */
export function jsonInFile(file: string): unknown {
  const text = unlessRefused(() => readRegular(file));
  return text === undefined ? undefined : jsonIn(text);
}

/** The result of `read`; undefined when the system refuses it: missing, of another kind, or not readable. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
