import type { Place } from './find-places.ts';
import { type Line, type LineEnding, linesOf } from './lines.ts';
import { type NewLines, newLines } from './new-lines.ts';
import { type Origin, originsOf } from './origins.ts';

export interface Replacement {
  readonly search: string;
  readonly replace: string;
  /** In use in the file. */
  readonly ending: LineEnding;
}

/**
 * What stands in one place after the edit. Lines that search and replacement share keep the bytes they have in the
 * file; new lines take the file's line ending and indentation.
 * @returns undefined when a new line cannot be told for certain
 */
export function mergeLines(text: string, place: Place, replacement: Replacement): string | undefined {
  const real = linesOf(text.slice(place.start, place.end));
  const { before, after } = linesToCompare(replacement, place, real);
  if (before.length !== real.length) return undefined;
  const parts = { real, before, place };
  const origins = originsOf(before.map(contentOf), after.map(contentOf));
  const make = newLines(parts, after);
  const merged = after.map((line, index) => {
    const origin = origins[index] ?? { kind: 'new' };
    const content = origin.kind === 'kept' ? real[origin.index]?.content : contentFor(make, line, origin);
    return content === undefined ? undefined : content + endingFor(line, origin, { real, replacement });
  });
  return merged.includes(undefined) ? undefined : merged.join('');
}

function contentFor(make: NewLines, { content }: Line, origin: Origin): string | undefined {
  return origin.kind === 'changed' ? make.changed(content, origin.index) : make.added(content);
}

function contentOf({ content }: Line): string {
  return content;
}

interface EndingParts {
  readonly real: readonly Line[];
  readonly replacement: Replacement;
}

/** A line that was there keeps its own ending, also among lines that end otherwise. */
function endingFor(line: Line, origin: Origin, { real, replacement }: EndingParts): string {
  if (line.ending === '') return '';
  const own = origin.kind === 'new' ? '' : (real[origin.index]?.ending ?? '');
  return own === '' ? replacement.ending : own;
}

function linesToCompare(
  { search, replace }: Replacement,
  place: Place,
  real: readonly Line[],
): { before: Line[]; after: Line[] } {
  const isClosed = search.endsWith('\n');
  // A file that ends without a line ending goes on doing so, although search and replacement end their last lines.
  const openEnd = isClosed && real.at(-1)?.ending === '';
  const cut = (part: string): string => (openEnd ? part.replace(/\r?\n$/, '') : part);
  const young = place.wholeLines ? closedAs(replace, isClosed) : replace;
  return { before: linesOf(cut(search)), after: linesOf(cut(young)) };
}

/** Whole lines are replaced by whole lines: the next line is neither drawn up to the last one nor pushed away. */
function closedAs(replace: string, isClosed: boolean): string {
  if (replace.trim() === '' || isClosed === replace.endsWith('\n')) return replace;
  return isClosed ? `${replace}\n` : replace.replace(/\r?\n$/, '');
}
