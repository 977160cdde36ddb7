import type { FoundPlace } from './find-places.ts';
import type { IndentShift } from './indent-shift.ts';
import { indentOf, type Line, type LineEnding, linesOf, trimSpace } from './lines.ts';
import { type NewLines, newLines } from './new-lines.ts';
import { type Origin, originsOf } from './origins.ts';

export interface Replacement {
  readonly search: string;
  readonly replace: string;
  /** The file's line ending. */
  readonly ending: LineEnding;
}

/**
 * The text of a match after the edit. Lines that search and replacement share keep their bytes from the file; new
 * lines take the file's line ending and indentation.
 * @returns undefined when a new line's form is not certain
 */
export function mergeLines(text: string, place: FoundPlace, replacement: Replacement): string | undefined {
  const real = linesOf(text.slice(place.start, place.end));
  const { before, after } = linesToCompare(replacement, place, real);
  if (before.length !== real.length) return undefined;
  const compared = withoutCarelessSpace(real, before);
  const origins = originsOf(before.map(compared), after.map(compared));
  const make = newLines({ real, before, shift: place.shift }, after);
  const first = newLines({ real, before, shift: shiftOfFirst(place, after) }, after);
  const merged = after.map((line, index) => {
    const origin = origins[index] ?? { kind: 'new' };
    const content =
      origin.kind === 'kept'
        ? real[origin.index]?.content
        : contentFor(index === 0 ? first : make, line, origin);
    return content === undefined ? undefined : content + endingFor(line, origin, { real, replacement });
  });
  return merged.includes(undefined) ? undefined : merged.join('');
}

/** A first line with an indentation of its own did not lose it. */
function shiftOfFirst({ shift, firstShift }: FoundPlace, [first]: readonly Line[]): IndentShift {
  return first === undefined || indentOf(first.content) !== '' ? shift : (firstShift ?? shift);
}

function contentFor(make: NewLines, { content }: Line, origin: Origin): string | undefined {
  return origin.kind === 'changed' ? make.changed(content, origin.index) : make.added(content);
}

/**
 * How lines are compared: if the search differs from the file in white space at the end of a line, the replacement's
 * white space there means nothing either.
 */
function withoutCarelessSpace(real: readonly Line[], before: readonly Line[]): (line: Line) => string {
  const isCareless = ({ content }: Line, index: number): boolean =>
    spaceAtEnd(content) !== spaceAtEnd(real[index]?.content ?? '');
  const careless = new Set(before.filter(isCareless).map(({ content }) => withoutSpaceAtEnd(content)));
  const faithful = new Set(before.filter((line, index) => !isCareless(line, index)).map(contentOf));
  return ({ content }) => {
    const bare = withoutSpaceAtEnd(content);
    return careless.has(bare) && !faithful.has(content) ? bare : content;
  };
}

function contentOf({ content }: Line): string {
  return content;
}

function spaceAtEnd(content: string): string {
  return content.slice(withoutSpaceAtEnd(content).length);
}

/** Not by a pattern: a long run of spaces would be tried at each of its characters. */
function withoutSpaceAtEnd(content: string): string {
  const bare = trimSpace(content);
  return bare === '' ? '' : content.slice(0, content.lastIndexOf(bare) + bare.length);
}

interface EndingParts {
  readonly real: readonly Line[];
  readonly replacement: Replacement;
}

/** An existing line keeps its own ending, even among lines with another one. */
function endingFor(line: Line, origin: Origin, { real, replacement }: EndingParts): string {
  if (line.ending === '') return '';
  const own = origin.kind === 'new' ? '' : (real[origin.index]?.ending ?? '');
  return own === '' ? replacement.ending : own;
}

function linesToCompare(
  { search, replace }: Replacement,
  place: FoundPlace,
  real: readonly Line[],
): { before: Line[]; after: Line[] } {
  const isClosed = search.endsWith('\n');
  // A file without a final line ending stays so, although search and replacement end their last lines.
  const openEnd = isClosed && real.at(-1)?.ending === '';
  const cut = (part: string): string => (openEnd ? part.replace(/\r?\n$/, '') : part);
  const young = place.wholeLines ? closedAs(replace, isClosed) : replace;
  return { before: linesOf(cut(search)), after: linesOf(cut(young)) };
}

/** Whole lines are replaced by whole lines: the next line is neither joined to the last one nor pushed away. */
function closedAs(replace: string, isClosed: boolean): string {
  if (replace.trim() === '' || isClosed === replace.endsWith('\n')) return replace;
  return isClosed ? `${replace}\n` : replace.replace(/\r?\n$/, '');
}
