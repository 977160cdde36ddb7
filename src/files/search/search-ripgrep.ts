import type { SearchMatch } from '../../contracts/exec.ts';
import { type HelperCall, linesOfHelper, runHelper } from '../../processes/run-helper.ts';
import type { FoldersToSearch } from '../list-files.ts';
import type { SearchJob } from './search-built-in.ts';
import { readSearchable, splitLines } from './search-built-in.ts';

/** Length of all file names of one call; well below every system's limit. */
const NAMES_PER_CALL = 100_000;

/** How many ignored folders are named to ripgrep one by one. */
const MAX_IGNORED = 500;

type RipgrepRequest = Pick<SearchJob, 'guard' | 'query' | 'expression' | 'signal'>;

/** Searches with ripgrep, which has to accept the pattern. */
export async function searchWithRipgrep(program: string, job: SearchJob): Promise<void> {
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
export async function filesWithMatches(
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
export async function takesPattern(program: string, request: RipgrepRequest): Promise<boolean> {
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

interface RipgrepArguments {
  readonly options: readonly string[];
  readonly paths: readonly string[];
}

function callOf(
  program: string,
  { guard, query, expression, signal }: RipgrepRequest,
  { options, paths }: RipgrepArguments,
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
