import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImageType, KeptImage } from '../contracts/enclosures.ts';
import { codeOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { fileFailure } from './confined-file.ts';
import { namesIn } from './look-at-path.ts';

/** Readers see the whole file or none. Makes its folder, which is the program's own. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
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
async function isOlder(path: string, beforeMs: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < beforeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

export interface HashedFiles {
  /** Resolves with the SHA-256 of the bytes when they are on the disk. @throws Failure `unavailable` when it is full */
  keep(bytes: Uint8Array): Promise<string>;
  /**
   * Keeps a file by moving it here: it is the program's own, on the same disk, and written through.
   * @throws Failure `unavailable` when the disk is full
   */
  take(file: HashedFile): Promise<void>;
  /** Undefined when they are missing or damaged. */
  bytesOf(hash: string): Uint8Array | undefined;
  /** Removes what nobody needs any more and was last kept before then; returns how many. */
  removeUnused(isUsed: (hash: string) => boolean, beforeMs: number): Promise<number>;
}

interface HashedFile {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/**
 * Files under their hash: one that comes twice is stored once. The folder is the program's own.
 * @param what names such a file in a failure: `the picture`
 */
export function createHashedFiles(folder: string, what: string): HashedFiles {
  return {
    async keep(bytes) {
      const hash = sha256(bytes);
      try {
        await writeWhole(join(folder, hash), bytes);
      } catch (error) {
        throw fileFailure(error, what);
      }
      return hash;
    },
    async take({ path, hash }) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await rename(path, join(folder, hash));
      } catch (error) {
        throw fileFailure(error, what);
      }
    },
    bytesOf(hash) {
      try {
        const bytes = readFileSync(join(folder, hash));
        return sha256(bytes) === hash ? bytes : undefined;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async removeUnused(isUsed, beforeMs) {
      let removed = 0;
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        if (isUsed(name) || !(await isOlder(path, beforeMs))) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

interface KeptImages {
  /** Resolves when the bytes are on the disk. @throws Failure `unavailable` when it is full */
  keep(bytes: Uint8Array, mediaType: ImageType): Promise<KeptImage>;
  /** Undefined when it is missing or damaged. */
  bytesOf(image: KeptImage): Uint8Array | undefined;
  /** Removes pictures that were last sent before then; returns how many. */
  removeOlder(beforeMs: number): Promise<number>;
}

/** Pictures that people sent. */
export function createKeptImages(folder: string): KeptImages {
  const kept = createHashedFiles(folder, 'the picture');
  return {
    async keep(bytes, mediaType) {
      return { hash: await kept.keep(bytes), mediaType, bytes: bytes.byteLength };
    },
    bytesOf: ({ hash }) => kept.bytesOf(hash),
    removeOlder: (beforeMs) => kept.removeUnused(() => false, beforeMs),
  };
}

export interface KeptRecordings {
  /** Resolves with its absolute path when it is on the disk. @throws Failure `unavailable` when that is full */
  keep(name: string, bytes: Uint8Array): Promise<string>;
  /** Removes recordings that were made before then; returns how many. */
  removeOlder(beforeMs: number): Promise<number>;
}

/** What the program speaks, until it is sent. The folder is the program's own. */
export function createKeptRecordings(folder: string): KeptRecordings {
  return {
    async keep(name, bytes) {
      const path = join(folder, name);
      try {
        await writeWhole(path, bytes);
      } catch (error) {
        throw fileFailure(error, 'the voice note');
      }
      return path;
    },
    removeOlder: (beforeMs) => removeOlder(folder, beforeMs),
  };
}
