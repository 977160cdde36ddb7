import { statSync } from 'node:fs';
import { codeOf } from '../core/failure.ts';
import { realPath } from './real-path.ts';

/** False also when access is refused. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Canonical path of a folder; undefined when it is missing or not accessible. */
export function folderAt(path: string): string | undefined {
  const real = realPath(path);
  return real !== undefined && isFolder(real) ? real : undefined;
}
