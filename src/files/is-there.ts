import { lstatSync } from 'node:fs';
import { unlessRefused } from './unless-refused.ts';

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
