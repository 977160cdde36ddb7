import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathGuard, SearchMatch, SearchQuery, SearchResult } from '../contracts/workspace-files.ts';
import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import { createTimeLimitedRun } from '../core/limited-work.ts';
import { shorten } from '../core/text.ts';
import { decodeBytes } from '../core/text-encoding.ts';
import { type HelperCall, linesOfHelper, runHelper } from '../processes/run-helper.ts';
import { MAX_FILE_BYTES, readConfined } from './confined-file.ts';
import { byCodeUnits, type FoldersToSearch, foldersToSearch, listFiles } from './list-files.ts';

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

/** Length of all file names of one call; well below every system's limit. */
const NAMES_PER_CALL = 100_000;

/** How many ignored folders are named to ripgrep one by one. */
const MAX_IGNORED = 500;

type RipgrepRequest = Pick<SearchJob, 'guard' | 'query' | 'expression' | 'signal'>;

/** Searches with ripgrep, which has to accept the pattern. */
async function searchWithRipgrep(program: string, job: SearchJob): Promise<void> {
  for (const files of inBatches(job.files)) {
    if (job.signal.aborted) break;
    await searchBatch(program, { ...job, files });
  }
}

/**
 * Every text file in these folders with a match, including those that are ignored by their own name. It uses all
 * processors, and reads each file only to its first match. (Asking for file sizes would cost a sixth more.)
 * @returns undefined when it cannot be started, reports an error, or has to leave out more folders than can be named
 */
async function filesWithMatches(
  program: string,
  request: RipgrepRequest,
  { start, ignored }: Pick<FoldersToSearch, 'start' | 'ignored'>,
): Promise<readonly string[] | undefined> {
  if (ignored.length > MAX_IGNORED) return undefined;
  const options = ['--files-with-matches', '--glob=!.git'];
  // Folders that cannot be named are searched, and their matches dropped.
  const named = ignored.filter((folder) => !folder.includes('\n'));
  const globs = named.map((folder) => `--glob=!/${folder.replaceAll(/[\\*?[\]{}!# ]/g, '\\$&')}/`);
  const call = callOf(program, request, { options: [...options, ...globs], paths: [`./${start}`] });
  const { code, stdout } = await runHelper(call);
  // Anything else is an error, be it only one unreadable file.
  if (code !== 0 && code !== 1) return undefined;
  const paths = stdout.split('\0').slice(0, -1);
  return paths.map((path) => path.replace(/^\.\//, ''));
}

/**
 * Syntax that both accept with different meanings: `\p{L}`, `\A`, `\x{f1}`, `a{,3}`, and sets like `[[:alpha:]]`,
 * `[a&&b]`, `[]a]`.
 */
const READ_OTHERWISE = /\\(?:[pPAzaU<>]|[xub]\{)|\{,|\[\^?\]|\[[^\]]*(?:\[|&&|--|~~)/;

function isReadAlike(pattern: string): boolean {
  return !READ_OTHERWISE.test(pattern.replaceAll(/\\[\\[\]]/g, ' '));
}

/** Exit code 1 means no match; any other one here means that ripgrep reads the pattern differently. */
async function takesPattern(program: string, request: RipgrepRequest): Promise<boolean> {
  if (request.query.isRegex && !isReadAlike(request.expression.source)) return false;
  return (await runHelper(callOf(program, request, { options: [], paths: ['/dev/null'] }))).code === 1;
}

async function searchBatch(program: string, job: SearchJob): Promise<void> {
  const { realOf, found } = job;
  let path = '';
  let lines: readonly string[] = [];
  for await (const line of linesOfHelper(callOf(program, job, { options: LINES, paths: job.files }))) {
    const match = matchOf(line);
    if (match === undefined) continue;
    if (match.path !== path) {
      path = match.path;
      // ripgrep reports matches before the first NUL; the built-in search skips such files.
      lines = splitLines((await readSearchable(realOf(path), path)) ?? '');
    }
    // ripgrep opens files by name: a folder exchanged for a link would redirect it. The returned text is read by this
    // program.
    const text = lines[match.line - 1];
    if (text !== undefined) found({ ...match, text });
  }
}

/** With one thread it reports the files in the given order. */
const LINES = ['--line-number', '--threads=1'];

function callOf(
  program: string,
  { guard, query, expression, signal }: RipgrepRequest,
  { options, paths }: { options: readonly string[]; paths: readonly string[] },
): HelperCall {
  const always = [
    // A configuration of the person could add options that run programs or search elsewhere.
    '--no-config',
    '--no-ignore',
    '--hidden',
    '--no-messages',
    '--color=never',
    '--no-heading',
    '--with-filename',
    '--null',
    '--crlf',
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.isRegex ? [`--regexp=${expression.source}`] : ['--fixed-strings', `--regexp=${query.pattern}`]),
  ];
  return {
    program,
    args: [...always, ...options, '--', ...paths],
    cwd: guard.root,
    environment: {},
    signal,
  };
}

/** `path NUL line-number : text`; the text is not taken. */
function matchOf(line: string): Omit<SearchMatch, 'text'> | undefined {
  const nameEnd = line.indexOf('\0');
  const numberEnd = line.indexOf(':', nameEnd);
  if (nameEnd < 0 || numberEnd < 0) return undefined;
  return { path: line.slice(0, nameEnd), line: Number(line.slice(nameEnd + 1, numberEnd)) };
}

function* inBatches(files: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const file of files) {
    if (size + file.length > NAMES_PER_CALL) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(file);
    size += file.length + 1;
  }
  if (batch.length > 0) yield batch;
}

/** Limit for matching one file. A pattern that takes longer backtracks endlessly. */
const FILE_TIME_MS = 500;

/** Files read at the same time. */
const READ_TOGETHER = 16;

/**
 * Searches without another program.
 * @throws Failure `invalid` when the pattern takes too long on one file
 */
async function searchBuiltIn(job: SearchJob): Promise<void> {
  const { query, expression, files, realOf, signal, found } = job;
  const matchingLines = createLineMatcher(expression);
  const searchText = (path: string, text: string): void => {
    // Most files do not contain a plain text, which one test shows without splitting into lines.
    if (!query.isRegex && !expression.test(text)) return;
    const lines = splitLines(text);
    for (const line of matchingLines(lines, path)) found({ path, line: line + 1, text: lines[line] ?? '' });
  };
  for (let start = 0; start < files.length && !signal.aborted; start += READ_TOGETHER) {
    const paths = files.slice(start, start + READ_TOGETHER);
    const texts = await Promise.all(paths.map((path) => readSearchable(realOf(path), path)));
    for (const [index, path] of paths.entries()) searchText(path, texts[index] ?? '');
  }
}

/** Lines without their ends; a trailing line break begins no line. */
function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Undefined for binaries and for files that are missing or unreadable. */
async function readSearchable(real: string, path: string): Promise<string | undefined> {
  try {
    const { bytes } = await readConfined({ real, relative: path, exists: true });
    const decoded = decodeBytes(bytes);
    if (typeof decoded === 'object') return decoded.text;
    return decoded === 'binary' ? undefined : bytes.toString('utf8');
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/** A regular expression of JavaScript has no time limit of its own. */
function createLineMatcher(
  expression: RegExp,
): (lines: readonly string[], path: string) => readonly number[] {
  const inTime = createTimeLimitedRun(FILE_TIME_MS);
  return (lines, path) => {
    const found = inTime(() => lines.flatMap((line, index) => (expression.test(line) ? [index] : [])));
    if (found !== undefined) return found.result;
    throw new Failure('invalid', `The pattern takes too long on ${path}; use one without nested repetition.`);
  };
}

/** One search after its pattern was checked; both engines take it. */
interface SearchJob {
  readonly guard: PathGuard;
  readonly query: SearchQuery;
  readonly expression: RegExp;
  /** Files to search, sorted. */
  readonly files: readonly string[];
  /** Canonical path of one of them. */
  readonly realOf: (path: string) => string;
  /** Aborts at the time limit as well. */
  readonly signal: AbortSignal;
  /** Receives matches in order of path and line. */
  readonly found: (match: SearchMatch) => void;
}
