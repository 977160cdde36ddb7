import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../core/failure.ts';
import { type Declaration, declarationsIn } from './declarations.ts';
import { isMadeText } from './kinds.ts';
import type { SourceWords } from './words.ts';

/** Larger files hold data, or were made by a program. In bytes. */
const MAX_BYTES = 512 * 1024;

/** A regular file that is there. */
export interface FoundFile {
  readonly path: string;
  /** Changes whenever the file does. */
  readonly state: string;
  readonly bytes: number;
}

/** Undefined for links, pipes, folders, and files that are missing or not accessible. */
export function statSource(root: string, path: string): FoundFile | undefined {
  try {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return undefined;
    // A file with a back-dated modification time still has a new change time, which nobody can set.
    const { size, mtimeMs, ctimeMs, ino } = found;
    return { path, state: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, bytes: size };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Its bytes; undefined when it is too large or binary, and when something else is in its place by now: a name may
 * have become a link to outside, or a pipe.
 */
export function readInside(root: string, path: string): Buffer | undefined {
  let opened: number | undefined;
  try {
    const real = join(root, path);
    opened = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(opened);
    const { size } = found;
    if (!found.isFile() || size > MAX_BYTES || openedPath(opened, real) !== real) return undefined;
    const bytes = Buffer.allocUnsafe(size);
    const text = bytes.subarray(0, readSync(opened, bytes, 0, size, 0));
    return text.includes(0) ? undefined : text;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** According to the system; elsewhere by resolving its name again. */
function openedPath(opened: number, name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${opened}`);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return realpathSync(name);
  }
}

/** Facts about a file's text for the ranking. */
export interface FileReading {
  /** A program made it, or it cannot be read: then it is known by its name alone. */
  readonly isMade: boolean;
  readonly declared: readonly Declaration[];
  /** Each once, as hashes in ascending order. */
  readonly words: Uint32Array;
}

export const UNREAD: FileReading = { isMade: true, declared: [], words: new Uint32Array() };

export function readFileFor(root: string, { path, bytes }: FoundFile, words: SourceWords): FileReading {
  const read = bytes > MAX_BYTES ? undefined : readInside(root, path);
  const text = read?.toString('latin1');
  if (read === undefined || text === undefined || isMadeText(text)) return UNREAD;
  return { isMade: false, declared: declarationsIn(path, text), words: words.in(read) };
}
