import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './failure.ts';

/** Largest file that is read, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The text of a file that others may have placed there. A named pipe or a device in its place would block the whole
 * program, or never end.
 * @throws system errors; EISDIR for a folder, EINVAL when it is not a file, EFBIG above 5 MB
 */
export function readRegular(file: string): string {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (sizeOf(opened, file) > MAX_BYTES) throw refusalError('EFBIG', file);
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

/**
 * At most the first `most` bytes of such a file, however large it is, and its size. A link in its place is not
 * followed.
 * @throws system errors; EISDIR for a folder, EINVAL when it is not a file, ELOOP for a link
 */
export function readBeginning(file: string, most: number): { readonly bytes: Buffer; readonly size: number } {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const size = sizeOf(opened, file);
    const bytes = Buffer.alloc(Math.min(size, most));
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(opened, bytes, filled, bytes.length - filled, filled);
      // It was made shorter meanwhile.
      if (read === 0) break;
      filled += read;
    }
    return { bytes: bytes.subarray(0, filled), size };
  } finally {
    closeSync(opened);
  }
}

function sizeOf(opened: number, file: string): number {
  const found = fstatSync(opened);
  if (found.isDirectory()) throw refusalError('EISDIR', file);
  if (!found.isFile()) throw refusalError('EINVAL', file);
  return found.size;
}

function refusalError(code: 'EISDIR' | 'EINVAL' | 'EFBIG', file: string): Error {
  return Object.assign(new Error(`${code}: not read, ${file}`), { code });
}

/**
 * Creates a folder for this user alone, with its missing parents. Node's own `recursive` never returns where a file
 * system has the parent and refuses new folders in it, such as /proc.
 * @throws Error of the system, with its code, when it cannot be made
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
