import { realpathSync } from 'node:fs';
import { unlessRefused } from './unless-refused.ts';

/** Canonical path; undefined when it is not accessible. */
export function realPath(path: string): string | undefined {
  // One system call; the other form checks every parent folder, too.
  return unlessRefused(() => realpathSync.native(path));
}
