import { Failure, isFailure } from '../../base/failure.ts';
import { createInTime } from '../../base/in-time.ts';
import { decodeBytes } from '../../base/text-encoding.ts';
import { readConfined } from '../files/confined-file.ts';
import type { SearchJob } from './search-job.ts';

/** Time for the lines of one file. A pattern that needs more backtracks without end. */
const FILE_TIME_MS = 500;

/** Files read at the same time. */
const READ_TOGETHER = 16;

/**
 * Searches without any program.
 * @throws Failure `invalid` when the pattern takes too long on one file
 */
export async function searchBuiltIn(job: SearchJob): Promise<void> {
  const { query, expression, files, realOf, signal, found } = job;
  const matchingLines = createLineMatcher(expression);
  const searchText = (path: string, text: string): void => {
    // Most files do not hold a plain text at all, which is known without looking at their lines.
    if (!query.isRegex && !expression.test(text)) return;
    const lines = linesOf(text);
    for (const line of matchingLines(lines, path)) found({ path, line: line + 1, text: lines[line] ?? '' });
  };
  for (let start = 0; start < files.length && !signal.aborted; start += READ_TOGETHER) {
    const paths = files.slice(start, start + READ_TOGETHER);
    const texts = await Promise.all(paths.map((path) => readSearchable(realOf(path), path)));
    for (const [index, path] of paths.entries()) searchText(path, texts[index] ?? '');
  }
}

/** Without their ends; what follows the last line break is no line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Undefined for binaries and for files that went away or may not be read. */
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

/** A regular expression of JavaScript knows no time limit itself. */
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
