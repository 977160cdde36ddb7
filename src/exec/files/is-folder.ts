import { statSync } from 'node:fs';
import { codeOf } from '../../base/failure.ts';
import { realPath } from './real-path.ts';

/** False also for what may not be looked at. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Canonical path of a folder; undefined where none is, or none that may be looked at. */
export function folderAt(path: string): string | undefined {
  const real = realPath(path);
  return real !== undefined && isFolder(real) ? real : undefined;
}
