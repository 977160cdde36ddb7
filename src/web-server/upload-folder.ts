import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '../contracts/web-page.ts';
import { removeOlder } from '../files/kept-files.ts';

/** A file of a form while it comes. */
export interface ComingFile {
  write(bytes: Uint8Array): Promise<void>;
  /** It has come as a whole. */
  end(): Promise<UploadedFile>;
  /** It will not come: what came of it is removed. */
  drop(): Promise<void>;
}

/** Begins a file in this folder, which is the program's own. Only its user can read it, and its name says nothing. */
export async function beginUpload(
  folder: string,
  { name, mimeType }: Pick<UploadedFile, 'name' | 'mimeType'>,
): Promise<ComingFile> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  return {
    async write(bytes) {
      hash.update(bytes);
      size += bytes.byteLength;
      await writeAll(handle, bytes);
    },
    async end() {
      await handle.datasync();
      await handle.close();
      return { name, mimeType, path, hash: hash.digest('hex'), bytes: size };
    },
    async drop() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, from);
    from += bytesWritten;
  }
}

/** Removes those of files that nobody has moved away. */
export async function dropUploads(files: readonly Pick<UploadedFile, 'path'>[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}

/** Removes what a killed program has left there. Missing: all, because nothing comes yet. */
export async function sweepUploads(folder: string, beforeMs = Number.POSITIVE_INFINITY): Promise<void> {
  await removeOlder(folder, beforeMs);
}
