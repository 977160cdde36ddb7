import { readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf, Failure, isFailure } from '../../base/failure.ts';
import type { Entry, FileChange } from '../../contracts/checkpoints.ts';
import { folderOf, MAX_COMPARED_BYTES, readFileAt } from '../checkpoints/apply-files.ts';
import { keepContents } from '../checkpoints/keep-contents.ts';
import { contentsOf, type Shadow } from '../checkpoints/shadow.ts';
import { withFolder } from '../held-folder.ts';

/** Contents that are held in memory at the same time. */
const AT_ONCE = 100;
/** Of all files together that are read from the disk, in bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @throws Failure `invalid` for a file that is too large to be brought over */
export function demandSize(path: string, entry: Entry | null): void {
  if (entry?.mode !== 'skipped') return;
  throw new Failure(
    'invalid',
    `${path} is larger than ${MAX_COMPARED_BYTES / 1024 / 1024} MB: it cannot be brought over. Copy it by hand from the folder of the task.`,
  );
}

/** From one shadow into another, so that what is planned can be carried out when the first one is gone. */
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

/**
 * From files on the disk, each of which has to be what was found there before.
 * @throws Failure `conflict` when one has changed; `invalid` when all are too large together
 */
export async function bringFromDisk(
  folder: string,
  target: Shadow,
  files: readonly Pick<FileChange, 'path' | 'to'>[],
): Promise<void> {
  let total = 0;
  for (const { path, to } of files) {
    if (to === null) continue;
    const bytes = await bytesAt(folder, path, to);
    const [hash] = bytes === undefined ? [] : await keepContents(target, [bytes]);
    if (hash !== to.hash) throw new Failure('conflict', `${path} was changed while it was read. Try again.`);
    total += bytes?.length ?? 0;
    if (total > MOST_BYTES)
      throw new Failure(
        'invalid',
        `These files have more than ${MOST_BYTES / 1024 / 1024} MB together. Copy them by hand.`,
      );
  }
}

async function bytesAt(folder: string, path: string, { mode }: Entry): Promise<Buffer | undefined> {
  try {
    return await withFolder(folderOf(folder, path), (place) => {
      const file = join(place, basename(path));
      return mode === '120000' ? readlink(file, 'buffer') : readFileAt(file);
    });
  } catch (error) {
    if (codeOf(error) === undefined && !isFailure(error)) throw error;
    return undefined;
  }
}
