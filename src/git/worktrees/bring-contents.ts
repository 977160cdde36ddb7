import { readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CheckpointEntry } from '../../contracts/checkpoints.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { withFolder } from '../../files/held-folder.ts';
import { MAX_COMPARED_BYTES, parentInWorkspace, readFileAt } from '../checkpoints/apply-files.ts';
import { keepContents } from '../checkpoints/keep-contents.ts';
import { blobHash, contentsOf, type Shadow } from '../checkpoints/shadow.ts';

/** How many contents are held in memory at the same time. */
const AT_ONCE = 100;
/** In bytes; a larger one is read alone. */
const LARGE = 1024 * 1024;
/** Limit for all files together that are read from the disk, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** @throws Failure `invalid` for a file that is too large to be copied */
export function assertSize(path: string, entry: CheckpointEntry | null): void {
  if (entry?.mode !== 'skipped') return;
  throw new Failure('invalid', fault('worktree-file-too-large', path, MAX_COMPARED_BYTES / 1024 / 1024));
}

/** Copies contents from one shadow into another, so that a plan can be carried out when the first one is gone. */
export async function bringFromShadow(
  source: Shadow,
  target: Shadow,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const contents = await contentsOf(source, hashes.slice(from, from + AT_ONCE));
    await keepContents(target, [...contents.values()]);
  }
}

export interface OnDisk {
  readonly path: string;
  /** As it was found there. A file that is missing or too large is not copied. */
  readonly entry: CheckpointEntry | null;
}

/**
 * Copies files from the disk, each of which has to be unchanged since it was examined.
 * @throws Failure `conflict` when one has changed; `invalid` when all are too large together
 */
export async function bringFromDisk(folder: string, target: Shadow, files: readonly OnDisk[]): Promise<void> {
  let total = 0;
  let held: Buffer[] = [];
  for (const { path, entry } of files) {
    if (entry === null || !['100644', '100755', '120000'].includes(entry.mode)) continue;
    const bytes = await bytesAt(folder, path, entry);
    if (bytes === undefined || blobHash(bytes) !== entry.hash)
      throw new Failure('conflict', fault('worktree-file-changed', path));
    total += bytes.length;
    if (total > MAX_BYTES)
      throw new Failure('invalid', fault('worktree-files-too-large', MAX_BYTES / 1024 / 1024));
    held.push(bytes);
    if (held.length < AT_ONCE && bytes.length < LARGE) continue;
    await keepContents(target, held);
    held = [];
  }
  await keepContents(target, held);
}

async function bytesAt(folder: string, path: string, { mode }: CheckpointEntry): Promise<Buffer | undefined> {
  try {
    return await withFolder(parentInWorkspace(folder, path), (place) => {
      const file = join(place, basename(path));
      return mode === '120000' ? readlink(file, 'buffer') : readFileAt(file);
    });
  } catch (error) {
    if (codeOf(error) === undefined && !isFailure(error)) throw error;
    return undefined;
  }
}
