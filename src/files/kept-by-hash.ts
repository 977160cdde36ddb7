import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { fileFailure } from './confined-file.ts';
import { removeOlder, writeWhole } from './kept-files.ts';

export interface KeptByHash {
  /** Resolves with the SHA-256 of the bytes when they are on the disk. @throws Failure `unavailable` when it is full */
  keep(bytes: Uint8Array): Promise<string>;
  /** Undefined when they are missing or damaged. */
  bytesOf(hash: string): Uint8Array | undefined;
  /** Removes what was last kept before then; returns how many. */
  removeOlder(beforeMs: number): Promise<number>;
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
    bytesOf(hash) {
      try {
        const bytes = readFileSync(join(folder, hash));
        return sha256(bytes) === hash ? bytes : undefined;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    removeOlder: (beforeMs) => removeOlder(folder, beforeMs),
  };
}
