import { type IndentShift, indentShift } from './indent-shift.ts';
import { fold, type Line, linesOf } from './lines.ts';

/** How much had to be forgiven; a later level is tried only when the ones before found nothing. */
export type MatchLevel = 'exact' | 'line-endings' | 'trailing-space' | 'indentation';

/** Part of the text, in UTF-16 offsets, that the search means. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** For the indentation of new lines. */
  readonly shift: IndentShift;
}

export interface Found {
  readonly level: MatchLevel;
  readonly places: readonly Place[];
}

/** More places than this are not told apart: the search is hopelessly ambiguous. */
export const MOST_PLACES_NAMED = 20;

const unshifted: IndentShift = (indent) => indent;

/**
 * Finds what a search text means, first level with a match. Overlapping places count unless `all` are to be
 * replaced; without `all` the search stops at `MOST_PLACES_NAMED`.
 */
export function findPlaces(text: string, search: string, all: boolean): Found | undefined {
  const levels: readonly [MatchLevel, () => Place[]][] = [
    ['exact', () => exactPlaces(text, search, all)],
    ['line-endings', () => placesIgnoringLineEndings(text, search, all)],
    ['trailing-space', () => placesOfLines(text, search, { all, shiftAt: sameIndentation })],
    ['indentation', () => placesOfLines(text, search, { all, shiftAt: uniformShift })],
  ];
  for (const [level, find] of levels) {
    const places = find();
    if (places.length > 0) return { level, places };
  }
  return undefined;
}

function exactPlaces(text: string, search: string, all: boolean): Place[] {
  const places: Place[] = [];
  const step = all ? search.length : 1;
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + step)) {
    places.push({ start: at, end: at + search.length, shift: unshifted });
    if (!all && places.length === MOST_PLACES_NAMED) break;
  }
  return places;
}

/** The end of the file counts as a line ending too: a search may end its last line where the file does not. */
function placesIgnoringLineEndings(text: string, search: string, all: boolean): Place[] {
  // Blank lines alone are found everywhere and mean nothing.
  if (search.trim() === '') return [];
  const original = originalOffsets(text);
  const folded = text.endsWith('\n') ? fold(text) : `${fold(text)}\n`;
  const places = exactPlaces(folded, fold(search), all);
  return places.map(({ start, end, shift }) => ({ start: original(start), end: original(end), shift }));
}

/** Maps an offset of the folded text back to the text itself; the added final newline maps to its end. */
function originalOffsets(text: string): (folded: number) => number {
  const newlines: number[] = [];
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2))
    newlines.push(at - newlines.length);
  return (folded) => Math.min(text.length, folded + countBelow(newlines, folded));
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface LineSearch {
  readonly all: boolean;
  /** How these lines are the wanted ones; undefined = they are not. */
  readonly shiftAt: (lines: readonly Line[], wanted: readonly Line[]) => IndentShift | undefined;
}

function placesOfLines(text: string, search: string, { all, shiftAt }: LineSearch): Place[] {
  if (search.trim() === '') return [];
  const places: Place[] = [];
  const lines = linesOf(text);
  const wanted = linesOf(search);
  const found = lines.map(({ content }) => content.trim());
  const sought = wanted.map(({ content }) => content.trim());
  for (let at = 0; at + sought.length <= found.length; at += 1) {
    if (!sought.every((content, index) => content === found[at + index])) continue;
    const block = lines.slice(at, at + sought.length);
    const shift = shiftAt(block, wanted);
    if (shift === undefined) continue;
    places.push({ ...spanOf(block, wanted), shift });
    if (all) at += sought.length - 1;
    else if (places.length === MOST_PLACES_NAMED) break;
  }
  return places;
}

/** Whole lines; the last line's ending belongs to the place when the search names it. */
function spanOf(
  block: readonly Line[],
  wanted: readonly Line[],
): { readonly start: number; readonly end: number } {
  const last = block.at(-1);
  const start = block[0]?.start ?? 0;
  const ending = wanted.at(-1)?.ending === '' ? 0 : (last?.ending.length ?? 0);
  return { start, end: (last?.start ?? start) + (last?.content.length ?? 0) + ending };
}

function sameIndentation(block: readonly Line[], wanted: readonly Line[]): IndentShift | undefined {
  const same = block.every((line, index) => line.content.trimEnd() === wanted[index]?.content.trimEnd());
  return same ? unshifted : undefined;
}

function uniformShift(block: readonly Line[], wanted: readonly Line[]): IndentShift | undefined {
  const pairs = block.flatMap(({ content }, index) =>
    content.trim() === ''
      ? []
      : [{ wanted: indentOf(wanted[index]?.content ?? ''), found: indentOf(content) }],
  );
  return indentShift(pairs);
}

/** Spaces and tabs a line begins with. */
export function indentOf(content: string): string {
  return /^[ \t]*/.exec(content)?.[0] ?? '';
}
