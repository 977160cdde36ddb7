import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LEVEL } from './level.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MARK = /^(?:\/\*\*| \*) @module-tag full\b/m;

/**
 * Test files that `npm test` does not even import: all of their tests are left out. Importing them took a third of the
 * time of all imports. One that is named on the command line is imported, so that its tests are shown as left out.
 */
export const UNREAD_FILES: readonly string[] = LEVEL === 'quick' ? filesInFullOnly().filter(isUnnamed) : [];

function filesInFullOnly(): readonly string[] {
  return readdirSync(path.join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.test.ts') && MARK.test(readFileSync(path.join(ROOT, file), 'utf8')));
}

/** As Vitest filters: by a part of the path. */
function isUnnamed(file: string): boolean {
  const words = process.argv.slice(2).filter((word) => word !== 'run' && !word.startsWith('-'));
  return !words.some((word) => file.includes(word));
}
