import { realpathSync } from 'node:fs';
import { codeOf } from '../base/failure.ts';

/** Canonical path, or undefined: whatever cannot be looked at cannot be shown either. */
export function realPath(path: string): string | undefined {
  try {
    // One call of the system; the other form looks at every folder above, too.
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
