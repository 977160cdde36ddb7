import { join } from 'node:path';
import type { Settings } from './settings.ts';

/**
 * The folders of this program, which stay closed even inside a project: what it keeps, what its person has set, and
 * the rules and prompts that it was shipped with, since the project may be the program itself.
 */
export function ownFoldersOf({ data, config }: Settings['folders'], packageRoot: string): readonly string[] {
  return [data, config, join(packageRoot, 'config')];
}
