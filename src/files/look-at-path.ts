import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { codeOf } from '../core/failure.ts';
import { unlessRefused } from './unless-refused.ts';

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

/** True for what the path names, also for a link that leads nowhere; false for what is missing or closed. */
export function isThere(path: string): boolean {
  return unlessRefused(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
}

/**
 * True when nothing is there; false for what is there or closed. Asked before optional files are read: most projects
 * have none of them, and the exception for a missing file takes five times as long as this look.
 */
export function isMissing(path: string): boolean {
  return unlessRefused(() => lstatSync(path, { throwIfNoEntry: false }) ?? 'missing') === 'missing';
}

/** Empty for a folder that is missing or closed. */
export function entriesOfFolder(folder: string): readonly Dirent[] {
  return unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The same, names alone. */
export function namesInFolder(folder: string): readonly string[] {
  return unlessRefused(() => readdirSync(folder)) ?? [];
}

/** Canonical path; undefined when it is not accessible. */
export function realPath(path: string): string | undefined {
  // One system call; the other form checks every parent folder, too.
  return unlessRefused(() => realpathSync.native(path));
}
