import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SkippedFile } from '../../contracts/checkpoints.ts';
import { codeOf } from '../../core/failure.ts';

/** Largest file that is kept: 2 MB. */
export const MAX_KEPT_BYTES = 2 * 1024 * 1024;

/** What to do about paths that git lists as new, changed or removed. */
interface FileCandidates {
  readonly keep: readonly string[];
  readonly forget: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

/** How many files are examined at the same time. */
const TOGETHER = 64;

/** @param root canonical folder that the paths are relative to */
export async function candidatesIn(root: string, paths: readonly string[]): Promise<FileCandidates> {
  const keep: string[] = [];
  const forget: string[] = [];
  const skipped: SkippedFile[] = [];
  const folders = new Map<string, Promise<boolean>>();
  for (let from = 0; from < paths.length; from += TOGETHER) {
    const some = paths.slice(from, from + TOGETHER);
    const found = await Promise.all(some.map((path) => judgeCandidate(root, path, folders)));
    for (const [place, path] of some.entries()) {
      const what = found[place];
      if (what === 'keep') keep.push(path);
      else forget.push(path);
      if (typeof what === 'object') skipped.push(what);
    }
  }
  return { keep, forget, skipped };
}

async function judgeCandidate(
  root: string,
  path: string,
  folders: Map<string, Promise<boolean>>,
): Promise<'keep' | 'forget' | SkippedFile> {
  // A file behind a link is not this file.
  if (path.includes('\ufffd') || !(await isPlainFolder(root, dirname(path), folders))) return 'forget';
  try {
    const { mtimeMs, size, ...stats } = await lstat(join(root, path));
    const isFile = (stats.mode & constants.S_IFMT) === constants.S_IFREG;
    const isLink = (stats.mode & constants.S_IFMT) === constants.S_IFLNK;
    if (isLink) return 'keep';
    if (!isFile) return 'forget';
    const skipped = { path, size, mtimeMs: Math.trunc(mtimeMs) };
    return size > MAX_KEPT_BYTES || !(await isReadable(join(root, path))) ? skipped : 'keep';
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return 'forget';
  }
}

function isPlainFolder(root: string, folder: string, known: Map<string, Promise<boolean>>): Promise<boolean> {
  if (folder === '.') return Promise.resolve(true);
  const found =
    known.get(folder) ??
    isPlainFolder(root, dirname(folder), known).then((above) => above && isFolder(join(root, folder)));
  known.set(folder, found);
  return found;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

async function isReadable(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
