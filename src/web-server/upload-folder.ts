import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '../contracts/web-page.ts';
import { removeOlder } from '../files/kept-files.ts';

/**
 * Writes an uploaded file into this folder, which is the program's own. Only its user can read it, and its name reveals
 * nothing. An incomplete file is removed.
 */
export async function receiveUpload(
  folder: string,
  { name, mimeType }: Pick<UploadedFile, 'name' | 'mimeType'>,
  pieces: AsyncIterable<Uint8Array>,
): Promise<UploadedFile> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.byteLength;
      await handle.appendFile(piece);
    }
    await handle.datasync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { name, mimeType, path, hash: hash.digest('hex'), bytes };
}

/** Removes those of the files that were not moved away. */
export async function dropUploads(files: readonly Pick<UploadedFile, 'path'>[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}

/** Removes what a killed program has left there; by default everything, because no upload has begun. */
export async function sweepUploads(folder: string, beforeMs = Number.POSITIVE_INFINITY): Promise<void> {
  await removeOlder(folder, beforeMs);
}
