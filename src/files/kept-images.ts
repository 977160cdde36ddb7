import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageType, KeptImage } from '../contracts/enclosures.ts';
import { codeOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { fileFailure } from './confined-file.ts';
import { namesIn } from './names-in.ts';

export interface KeptImages {
  /** Resolves when the bytes are on the disk. @throws Failure `unavailable` when it is full */
  keep(bytes: Uint8Array, mediaType: ImageType): Promise<KeptImage>;
  /** Undefined when it is missing or damaged. */
  bytesOf(image: KeptImage): Uint8Array | undefined;
  /** Removes pictures that were last sent before then; returns how many. */
  removeOlder(beforeMs: number): Promise<number>;
}

/**
 * Pictures that people sent, under their hash: one that comes twice is stored once. The folder is the program's own.
 */
export function createKeptImages(folder: string): KeptImages {
  const pathOf = ({ hash }: Pick<KeptImage, 'hash'>): string => join(folder, hash);
  return {
    async keep(bytes, mediaType) {
      const image: KeptImage = { hash: sha256(bytes), mediaType, bytes: bytes.byteLength };
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await writeWhole(pathOf(image), bytes);
      } catch (error) {
        throw fileFailure(error, 'the picture');
      }
      return image;
    },
    bytesOf(image) {
      try {
        const bytes = readFileSync(pathOf(image));
        return sha256(bytes) === image.hash ? bytes : undefined;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    removeOlder: (beforeMs) => removeOlder(folder, beforeMs),
  };
}

/** Readers see the whole file or none. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
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

async function removeOlder(folder: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs >= beforeMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
