import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import type { ResolvedPath } from '../contracts/workspace-files.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { type DecodedText, decodeBytes } from '../core/text-encoding.ts';
import { MAX_AT_ONCE, pathOf, pathOfOpened, readToEnd } from './held-folder.ts';

/** Largest file that is read, written or searched: 5 MB. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Without O_NONBLOCK a named pipe would block for ever. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface OpenedFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/**
 * The bytes of a regular file at a path that the guard has resolved. The path is checked again after opening: it may
 * have been replaced by a symlink since.
 * @param at another path to the same file: in a folder that is held open
 * @param most bytes that it may have
 * @throws Failure `not-found`, `denied`, `invalid` (no regular file, too large)
 */
export async function readConfined(
  path: ResolvedPath,
  at = path.real,
  most = MAX_FILE_BYTES,
): Promise<OpenedFile> {
  let handle: FileHandle;
  try {
    handle = await open(at, READ);
  } catch (error) {
    throw fileFailure(error, path.relative);
  }
  try {
    const stats = await handle.stat();
    await assertSameFile(path, handle, stats);
    assertReadable(path, stats, most);
    return { bytes: await readAll(handle, stats.size), stats };
  } finally {
    await handle.close();
  }
}

/** The same for one file; a small one is read synchronously. @throws the same */
export async function readOneConfined(path: ResolvedPath, most = MAX_FILE_BYTES): Promise<OpenedFile> {
  const small = withOpened({ path, at: path.real, most }, (descriptor, stats) =>
    stats.size <= MAX_AT_ONCE ? { bytes: readToEnd(descriptor, stats.size), stats } : undefined,
  );
  return small ?? readConfined(path, path.real, most);
}

/** The same, synchronously for any size: for a write that must directly follow its check. @throws the same */
export function readConfinedNow(path: ResolvedPath, at: string): OpenedFile {
  return withOpened({ path, at, most: MAX_FILE_BYTES }, (descriptor, stats) => ({
    bytes: readToEnd(descriptor, stats.size),
    stats,
  }));
}

function withOpened<T>(
  { path, at, most }: { path: ResolvedPath; at: string; most: number },
  use: (descriptor: number, stats: Stats) => T,
): T {
  let descriptor: number;
  try {
    descriptor = openSync(at, READ);
  } catch (error) {
    throw fileFailure(error, path.relative);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!isSameNow(path, descriptor, stats)) throw exchangedFailure(path.relative);
    assertReadable(path, stats, most);
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

function isSameNow({ real, relative }: ResolvedPath, descriptor: number, opened: Stats): boolean {
  const openedPath = pathOfOpened(descriptor);
  if (openedPath !== undefined) return openedPath === real;
  try {
    const there = lstatSync(real);
    return realpathSync(real) === real && there.ino === opened.ino && there.dev === opened.dev;
  } catch (error) {
    throw fileFailure(error, relative);
  }
}

function assertReadable({ relative }: ResolvedPath, stats: Stats, most: number): void {
  if (stats.isDirectory()) throw folderFailure(relative);
  if (!stats.isFile()) throw new Failure('invalid', `${relative} is no regular file.`);
  if (stats.size > most) {
    throw new Failure('invalid', `${relative} has ${stats.size} bytes; at most ${most} are read.`, {
      facts: { rule: 'too-large' },
    });
  }
}

function exchangedFailure(relative: string): Failure {
  return new Failure('denied', `${relative} was exchanged while it was opened.`);
}

/** Reads to the end, usually in one step: the file may grow, or shrink, meanwhile. */
async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let room = size + 1; ; room = MAX_FILE_BYTES) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(room), 0, room, null);
    chunks.push(buffer.subarray(0, bytesRead));
    if (bytesRead < room) return chunks.length === 1 ? buffer.subarray(0, bytesRead) : Buffer.concat(chunks);
  }
}

async function assertSameFile(path: ResolvedPath, handle: FileHandle, opened: Stats): Promise<void> {
  const isSame = await isOpenedAt(path.real, handle, opened).catch((error: unknown) => {
    throw fileFailure(error, path.relative);
  });
  if (!isSame) throw exchangedFailure(path.relative);
}

/** Two checks of the path can both be deceived, so the system is first asked which file was opened. */
async function isOpenedAt(real: string, handle: FileHandle, opened: Stats): Promise<boolean> {
  const openedPath = await pathOf(handle);
  if (openedPath !== undefined) return openedPath === real;
  const [now, there] = await Promise.all([realpath(real), lstat(real)]);
  return now === real && there.ino === opened.ino && there.dev === opened.dev;
}

function folderFailure(path: string, cause?: unknown): Failure {
  return new Failure('invalid', `${path} is a folder.`, { cause, facts: { rule: 'folder' } });
}

/** A file system error as a Failure that says what to do; any other error is returned as it is. */
export function fileFailure(error: unknown, path: string): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
      return new Failure('not-found', `${path} does not exist.`, { cause: error });
    case 'ELOOP':
      return new Failure('denied', `${path} is a symbolic link that was not there before.`, { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Failure('denied', `The system does not permit access to ${path}.`, { cause: error });
    case 'EISDIR':
      return folderFailure(path, error);
    case 'ENOTDIR':
    case 'EEXIST':
      return new Failure('invalid', `A parent of ${path} is a file, not a folder.`, { cause: error });
    case 'ENAMETOOLONG':
      return new Failure('invalid', `${path.slice(0, 100)}... is too long for a file name.`, {
        cause: error,
      });
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EMFILE':
      return new Failure('unavailable', `${path}: ${messageOf(error)}.`, { cause: error });
    default:
      return error;
  }
}

/**
 * Strict, so that writing back gives the same bytes; therefore a byte order mark stays in the text. Throws Failure
 * `invalid` for a file that is not text, or whose encoding is unknown.
 */
export function decodeText(bytes: Buffer, path: string): DecodedText {
  const decoded = decodeBytes(bytes);
  if (decoded === 'binary') {
    throw new Failure('invalid', `${path} is binary; only text files are read.`, {
      facts: { rule: 'binary' },
    });
  }
  if (decoded === 'unknown') {
    throw new Failure('invalid', `${path} is not UTF-8, nor UTF-16 or Windows-1252 without doubt.`, {
      facts: { rule: 'encoding' },
    });
  }
  return decoded;
}
