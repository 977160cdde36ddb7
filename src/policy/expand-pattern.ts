import { readdirSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../core/failure.ts';

/** More names than a person would write; a line with more is asked about. */
const MAX_NAMES = 1_000;
/** Each further star multiplies the time per name. */
const MAX_STARS = 4;

/**
 * The names that bash would substitute for a pattern: sorted, without hidden files unless the pattern names the dot,
 * `**` read as `*`; the pattern itself without a match. Undefined when there are too many.
 */
export function expandPattern(pattern: string, cwd: string): readonly string[] | undefined {
  const [first = '', ...segments] = pattern.split('/');
  if ([first, ...segments].some((segment) => segment.split(/\*+/).length > MAX_STARS + 1)) return undefined;
  let found: readonly string[] = first === '' ? ['/'] : matches('', first, cwd);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    // A slash at the end, or two of them in a row: only folders match, and their names keep it.
    if (segment === '') {
      if (!isLast) return undefined;
      found = found.filter((name) => isFolder(path.resolve(cwd, name))).map((name) => `${name}/`);
      continue;
    }
    found = found.flatMap((folder) => matches(folder === '/' ? '/' : `${folder}/`, segment, cwd));
    if (found.length > MAX_NAMES) return undefined;
  }
  return found.length === 0 ? [pattern] : found.toSorted();
}

/**
 * Names in one folder; `folder` is empty or ends with a slash. A name without a pattern sign is taken as it is, if it
 * exists.
 */
function matches(folder: string, segment: string, cwd: string): readonly string[] {
  const names = namesIn(path.resolve(cwd, folder));
  if (!/[*?]/.test(segment)) {
    const isThere = segment === '.' || segment === '..' || names.includes(segment);
    return isThere ? [`${folder}${segment}`] : [];
  }
  const expression = expressionOf(segment);
  return names.filter((name) => expression.test(name)).map((name) => `${folder}${name}`);
}

function expressionOf(segment: string): RegExp {
  const text = segment
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${segment.startsWith('.') ? '' : '(?!\\.)'}${text}$`, 'su');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Missing, not a folder, or not readable: nothing matches.
    if (codeOf(error) !== undefined) return [];
    throw error;
  }
}

function isFolder(file: string): boolean {
  try {
    readdirSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
