import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './failure.ts';

/**
 * Creates a folder for this user alone, with its missing parents. Node's own `recursive` never returns where a file
 * system has the parent and refuses new folders in it, such as /proc.
 * @throws Error of the system, with its code, when it cannot be made
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
