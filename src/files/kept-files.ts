import { mkdirSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { namesIn } from './names-in.ts';

/** Readers see the whole file or none. Makes its folder, which is the program's own. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.part`;
  const file = await open(half, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(half, path);
}

/** Removes files that were last written before then; returns how many. */
export async function removeOlder(folder: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (!(await isOlder(path, beforeMs))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/**
 * True for a file that was last written before then. False for one that has gone meanwhile: it was moved, or removed.
 */
export async function isOlder(path: string, beforeMs: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < beforeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
