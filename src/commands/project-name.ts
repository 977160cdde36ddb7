import { basename } from 'node:path';
import { escapeHidden } from '../policy/display.ts';

/** The name of a project for people. */
export function projectName(path: string): string {
  return escapeHidden(basename(path));
}
