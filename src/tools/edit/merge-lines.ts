import { diffArrays } from 'diff';
import { indentOf, type Place } from './find-places.ts';
import type { IndentShift } from './indent-shift.ts';
import { type Line, lineEndingAt, linesOf } from './lines.ts';

export interface Replacement {
  readonly search: string;
  readonly replace: string;
}

/**
 * What stands in one place after the edit. Lines that search and replacement share keep the bytes they have in the
 * file; new lines take the file's line ending and indentation.
 * @returns undefined when the indentation of a new line cannot be told for certain
 */
export function mergeLines(
  text: string,
  { start, end, shift }: Place,
  replacement: Replacement,
): string | undefined {
  const real = linesOf(text.slice(start, end));
  const { before, after } = linesToCompare(replacement, real);
  const ending = lineEndingAt(text, start);
  const merged: (string | undefined)[] = [];
  let next = 0;
  for (const part of diffArrays(before.map(keyOf), after.map(keyOf))) {
    if (part.added) {
      merged.push(...part.value.map((line) => newLine(line, ending, shift)));
      continue;
    }
    const old = real.slice(next, next + part.count);
    next += part.count;
    if (!part.removed) merged.push(...old.map((line) => line.content + line.ending));
  }
  return merged.includes(undefined) ? undefined : merged.join('');
}

/** A file that ends without a line ending goes on doing so, although search and replacement end their last lines. */
function linesToCompare(
  { search, replace }: Replacement,
  real: readonly Line[],
): { before: Line[]; after: Line[] } {
  const openEnd = real.at(-1)?.ending === '' && search.endsWith('\n');
  const cut = (part: string): string => (openEnd ? part.replace(/\r?\n$/, '') : part);
  return { before: linesOf(cut(search)), after: linesOf(cut(replace)) };
}

function keyOf({ content, ending }: Line): string {
  return ending === '' ? content : `${content}\n`;
}

function newLine(key: string, ending: string, shift: IndentShift): string | undefined {
  const content = key.endsWith('\n') ? key.slice(0, -1) : key;
  const indent = indentOf(content);
  const shifted = content === indent ? indent : shift(indent);
  if (shifted === undefined) return undefined;
  return shifted + content.slice(indent.length) + (key === content ? '' : ending);
}
