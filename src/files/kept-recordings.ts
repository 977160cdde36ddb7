import { join } from 'node:path';
import { fileFailure } from './confined-file.ts';
import { removeOlder, writeWhole } from './kept-files.ts';

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
