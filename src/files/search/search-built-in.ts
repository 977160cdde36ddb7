import type { PathGuard, SearchMatch, SearchQuery } from '../../contracts/exec.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { createInTime } from '../../core/limited-work.ts';
import { decodeBytes } from '../../core/text-encoding.ts';
import { readConfined } from '../confined-file.ts';

/** Limit for matching one file. A pattern that takes longer backtracks endlessly. */
const FILE_TIME_MS = 500;

/** Files read at the same time. */
const READ_TOGETHER = 16;

/**
 * Searches without another program.
 * @throws Failure `invalid` when the pattern takes too long on one file
 */
export async function searchBuiltIn(job: SearchJob): Promise<void> {
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
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Undefined for binaries and for files that are missing or unreadable. */
export async function readSearchable(real: string, path: string): Promise<string | undefined> {
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
  const inTime = createInTime(FILE_TIME_MS);
  return (lines, path) => {
    const found = inTime(() => lines.flatMap((line, index) => (expression.test(line) ? [index] : [])));
    if (found !== undefined) return found.result;
    throw new Failure('invalid', `The pattern takes too long on ${path}; use one without nested repetition.`);
  };
}

/** One search after its pattern was checked; both engines take it. */
export interface SearchJob {
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
