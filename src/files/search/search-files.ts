import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathGuard, SearchMatch, SearchQuery, SearchResult } from '../../contracts/exec.ts';
import { codeOf, Failure, messageOf } from '../../core/failure.ts';
import { shorten } from '../../core/text.ts';
import { MAX_FILE_BYTES } from '../confined-file.ts';
import { byCodeUnits, foldersToSearch, listFiles } from '../list-files.ts';
import { type SearchJob, searchBuiltIn } from './search-built-in.ts';
import { filesWithMatches, searchWithRipgrep, takesPattern } from './search-ripgrep.ts';

const TIME_LIMIT_MS = 30_000;

/** Longest shown line, in UTF-16 code units. */
const MAX_LINE = 2000;

/** Ripgrep finds such characters only in UTF-8; the built-in search reads each file in its own encoding. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * This function chooses the files for both engines, so ripgrep only makes it faster: it finds what the built-in
 * search finds. (One difference is left: its `\w`, `\d` and `\b` know letters beyond ASCII.)
 * @throws Failure `invalid` for an invalid or too slow pattern; `stopped`
 */
export async function searchFiles(
  guard: PathGuard,
  query: SearchQuery,
  ripgrep: string | undefined,
): Promise<SearchResult> {
  const expression = expressionOf(query);
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS);
  const signal = AbortSignal.any([query.signal, deadline]);
  const matches: SearchMatch[] = [];
  let leftOut = 0;
  const found = ({ path, line, text }: SearchMatch): void => {
    if (matches.length < query.limit) matches.push({ path, line, text: shorten(text, MAX_LINE) });
    else leftOut += 1;
  };

  const start = await guard.resolve(query.under ?? '.', 'read');
  // A file that a link of the worktree leads to has another path; a folder of such files is ignored as a whole.
  const realOf = (path: string): string => (path === start.relative ? start.real : join(guard.root, path));
  const job = { guard, query, expression, realOf, signal, found };
  const program = BEYOND_ASCII.test(query.pattern) ? undefined : ripgrep;
  const narrowed = program === undefined ? undefined : await narrowFiles(program, job);
  const files = await searchableFiles(guard, narrowed ?? (await listFiles(guard, query)));
  const isRipgrep = program !== undefined && (await isWorthRipgrep(program, job, narrowed !== undefined));
  if (isRipgrep) await searchWithRipgrep(program, { ...job, files });
  else await searchBuiltIn({ ...job, files });
  if (query.signal.aborted) throw new Failure('stopped', 'The search was stopped.');
  return { matches, leftOut, incomplete: deadline.aborted };
}

/**
 * The files to search, found by ripgrep and chosen by our own rules: most do not contain the pattern, and need not
 * even be listed. Undefined where that is not possible.
 */
async function narrowFiles(
  ripgrep: string,
  job: Omit<SearchJob, 'files'>,
): Promise<readonly string[] | undefined> {
  const [folders, isTaken] = await Promise.all([
    foldersToSearch(job.guard, job.query),
    // Plain text needs no check of its dialect.
    job.query.isRegex ? takesPattern(ripgrep, job) : true,
  ]);
  if (folders === undefined || !isTaken) return undefined;
  const found = await filesWithMatches(ripgrep, job, folders);
  return found?.filter(folders.lists).sort(byCodeUnits);
}

/** This program reads shown lines anyway, so in few files a plain text is found faster without ripgrep. */
async function isWorthRipgrep(
  ripgrep: string,
  job: Omit<SearchJob, 'files'>,
  isNarrowed: boolean,
): Promise<boolean> {
  return isNarrowed ? job.query.isRegex : takesPattern(ripgrep, job);
}

/** The pattern as JavaScript reads it; it also decides whether a pattern is valid when ripgrep searches. */
function expressionOf({ pattern, isRegex, caseSensitive }: SearchQuery): RegExp {
  if (pattern === '') throw new Failure('invalid', 'The pattern is empty.');
  if (!isRegex && pattern.includes('\n'))
    throw new Failure('invalid', 'A search looks at single lines; the pattern has several.');
  const source = isRegex ? pattern : pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  try {
    return new RegExp(source, caseSensitive ? '' : 'i');
  } catch (error) {
    throw new Failure('invalid', `The pattern is no regular expression: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

async function searchableFiles(guard: PathGuard, paths: readonly string[]): Promise<readonly string[]> {
  const sizes = await Promise.all(paths.map((path) => sizeOf(join(guard.root, path))));
  // A line break in a name would make ripgrep's output ambiguous.
  return paths.filter((path, index) => (sizes[index] ?? Infinity) <= MAX_FILE_BYTES && !path.includes('\n'));
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}
