import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../core/failure.ts';

/** Full path of the first executable file of that name in the folders of `path` (as in `PATH`), or undefined. */
export function findProgram(name: string, path: string): string | undefined {
  return path
    .split(':')
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutableFile);
}

function isExecutableFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch (error) {
    // For a search every error means the same: this one cannot be run, try the next folder.
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
