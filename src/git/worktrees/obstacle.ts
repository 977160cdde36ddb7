import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../core/failure.ts';

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
