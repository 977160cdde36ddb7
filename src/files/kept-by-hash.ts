import { mkdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { fileFailure } from './confined-file.ts';
import { isOlder, writeWhole } from './kept-files.ts';
import { namesIn } from './names-in.ts';

export interface KeptByHash {
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

export interface HashedFile {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/**
 * Files under their hash: one that comes twice is stored once. The folder is the program's own.
 * @param what names such a file in a failure: `the picture`
 */
export function createKeptByHash(folder: string, what: string): KeptByHash {
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
