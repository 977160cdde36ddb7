import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { codeOf } from '../base/failure.ts';
import type { SearchMatch } from '../contracts/exec.ts';
import { readSearchable, linesOf as textLines } from './search-built-in.ts';
import type { SearchJob } from './search-job.ts';

/** Characters of file names handed to one ripgrep; well below what every system takes. */
const NAMES_PER_CALL = 100_000;

/** Searches with ripgrep; false, with nothing found, when it cannot be started or does not take the pattern. */
export async function searchWithRipgrep(program: string, job: SearchJob): Promise<boolean> {
  if (!(await takesPattern(program, job))) return false;
  for (const files of inBatches(job.files)) {
    if (job.signal.aborted) break;
    await searchBatch(program, { ...job, files });
  }
  return true;
}

/** Exit code 1 says that nothing matched; every other one here, that the pattern is in another dialect. */
async function takesPattern(program: string, job: SearchJob): Promise<boolean> {
  const child = startRipgrep(program, job, ['/dev/null']);
  try {
    const [code] = await once(child, 'close');
    return code === 1;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

async function searchBatch(program: string, job: SearchJob): Promise<void> {
  const child = startRipgrep(program, job, job.files);
  const stop = (): void => void child.kill('SIGKILL');
  job.signal.addEventListener('abort', stop, { once: true });
  try {
    await reportMatches(child, job);
  } finally {
    job.signal.removeEventListener('abort', stop);
  }
}

async function reportMatches({ stdout }: ChildProcess, { realOf, found }: SearchJob): Promise<void> {
  let path = '';
  let lines: readonly string[] = [];
  for await (const line of linesOf(stdout ?? [])) {
    const match = matchOf(line);
    if (match === undefined) continue;
    if (match.path !== path) {
      path = match.path;
      // ripgrep reports what it matched before it came to the first NUL; the built-in search skips such files.
      lines = textLines((await readSearchable(realOf(path), path)) ?? '');
    }
    // It opens by name: a folder exchanged for a link would lead it elsewhere. What is told is what we read ourselves.
    const text = lines[match.line - 1];
    if (text !== undefined) found({ ...match, text });
  }
}

function startRipgrep(
  program: string,
  { guard, query, expression }: SearchJob,
  files: readonly string[],
): ChildProcess {
  const options = [
    // A configuration of the person could add options that make it run programs or look elsewhere.
    '--no-config',
    '--no-ignore',
    '--hidden',
    '--no-messages',
    '--color=never',
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--null',
    '--encoding=none',
    '--crlf',
    // In one thread it reports the files in the order in which they were given.
    '--threads=1',
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--regexp=${expression.source}`,
    '--',
  ];
  // It needs no variables, and those of this program hold keys.
  return spawn(program, [...options, ...files], {
    cwd: guard.root,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** `path NUL line-number : text`; the text is not taken. */
function matchOf(line: string): Omit<SearchMatch, 'text'> | undefined {
  const nameEnd = line.indexOf('\0');
  const numberEnd = line.indexOf(':', nameEnd);
  if (nameEnd < 0 || numberEnd < 0) return undefined;
  return { path: line.slice(0, nameEnd), line: Number(line.slice(nameEnd + 1, numberEnd)) };
}

async function* linesOf(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
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
