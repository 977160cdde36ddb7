import { realpathSync } from 'node:fs';
import { unlessRefused } from './unless-refused.ts';

/** Canonical path, or undefined: whatever cannot be looked at cannot be shown either. */
export function realPath(path: string): string | undefined {
  // One call of the system; the other form looks at every folder above, too.
  return unlessRefused(() => realpathSync.native(path));
}
