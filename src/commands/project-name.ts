import { basename } from 'node:path';
import { escapeHidden } from '../policy/display.ts';

/** What people call a project. */
export function projectName(path: string): string {
  return escapeHidden(basename(path));
}
