import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './failure.ts';

/**
 * A folder for this user alone, with those above it that are missing. Node's own `recursive` never comes back where a
 * file system has the folder above and takes no new one in it, as /proc.
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
