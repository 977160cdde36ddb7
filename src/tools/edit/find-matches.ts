import {
  createSearchedText,
  type FoldedLine,
  type FoldedText,
  foldText,
  type MatchTolerance,
  type SearchedText,
} from './folding.ts';
import { type IndentShift, indentShift } from './indent-shift.ts';

/** Kinds of tolerance; a later level is tried only when the earlier ones found nothing. */
export const MATCH_LEVELS = ['exact', 'line-endings', 'trailing-space', 'indentation', 'characters'] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

/** A match of the search in the text, in UTF-16 offsets. */
export interface EditMatch {
  readonly start: number;
  readonly end: number;
  /** How new lines are indented. */
  readonly shift: IndentShift;
  /** Shift of the replacement's first line, where the first line of the search lost its indentation. */
  readonly firstShift?: IndentShift | undefined;
  /** Matched as whole lines: the replacement consists of lines too. */
  readonly wholeLines: boolean;
}

export interface EditMatches {
  readonly level: MatchLevel;
  readonly places: readonly EditMatch[];
}

interface EditSearch {
  readonly search: string;
  /** Only its edges and its indentation matter here: how new lines are shifted. */
  readonly replace: string;
  /** True: find every match instead of the only one. */
  readonly all: boolean;
  /** True when the search is known to consist of whole lines. */
  readonly wholeLines: boolean;
}

/** How many matches are named: with more the search is hopelessly ambiguous. */
export const MAX_PLACES_NAMED = 20;

const unshifted: IndentShift = (indent) => indent;

const AS_IT_IS = { trailingSpace: false, characters: false };
const SPACE = { trailingSpace: true, characters: false };
const CHARACTERS = { trailingSpace: false, characters: true };
const BOTH = { trailingSpace: true, characters: true };

/**
 * Finds the matches of a search at the first level that has any. Overlapping ones count unless `all` are to be
 * replaced; without `all` the search stops at `MAX_PLACES_NAMED`.
 */
export function findMatches(text: SearchedText, wanted: EditSearch): EditMatches | undefined {
  if (wanted.search === '') return undefined;
  for (const [level, find] of wanted.wholeLines ? LEVELS_OF_LINES : LEVELS) {
    const places = find(text, wanted);
    if (places.length > 0) return { level, places };
  }
  return undefined;
}

type PlaceFinder = (text: SearchedText, wanted: EditSearch) => EditMatch[];

const LEVELS: readonly (readonly [MatchLevel, PlaceFinder])[] = [
  ['exact', exactPlaces],
  ['line-endings', (text, wanted) => findFoldedPlaces(text, wanted, AS_IT_IS)],
  [
    'trailing-space',
    (text, wanted) => placesOfLines(text, wanted, { as: AS_IT_IS, shiftAt: sameIndentation }),
  ],
  // A search that begins or ends inside a line.
  ['trailing-space', (text, wanted) => findFoldedPlaces(text, wanted, SPACE)],
  ['indentation', (text, wanted) => placesOfLines(text, wanted, { as: AS_IT_IS, shiftAt: uniformShift })],
  ['characters', (text, wanted) => findFoldedPlaces(text, wanted, CHARACTERS)],
  ['characters', (text, wanted) => placesOfLines(text, wanted, { as: CHARACTERS, shiftAt: sameIndentation })],
  ['characters', (text, wanted) => findFoldedPlaces(text, wanted, BOTH)],
  ['characters', (text, wanted) => placesOfLines(text, wanted, { as: CHARACTERS, shiftAt: uniformShift })],
  ['indentation', (text, wanted) => placesOfLines(text, wanted, { as: AS_IT_IS, shiftAt: shiftBehindFirst })],
];

const LEVELS_OF_LINES: readonly (readonly [MatchLevel, PlaceFinder])[] = [
  [
    'trailing-space',
    (text, wanted) => placesOfLines(text, wanted, { as: AS_IT_IS, shiftAt: sameIndentation }),
  ],
  ['indentation', (text, wanted) => placesOfLines(text, wanted, { as: AS_IT_IS, shiftAt: uniformShift })],
  ['characters', (text, wanted) => placesOfLines(text, wanted, { as: CHARACTERS, shiftAt: sameIndentation })],
  ['characters', (text, wanted) => placesOfLines(text, wanted, { as: CHARACTERS, shiftAt: uniformShift })],
  // Only the first line may have lost its indentation.
  ['trailing-space', (text, wanted) => findFoldedPlaces(text, wanted, SPACE).filter(fillsLines(text))],
  ['characters', (text, wanted) => findFoldedPlaces(text, wanted, BOTH).filter(fillsLines(text))],
  ['indentation', (text, wanted) => placesOfLines(text, wanted, { as: AS_IT_IS, shiftAt: shiftBehindFirst })],
];

/** True when only white space is beside the match on its first and its last line. */
function fillsLines({ text }: SearchedText): (place: EditMatch) => boolean {
  return ({ start, end }) => {
    const isBegun = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const isClosed =
      end === text.length ||
      text[end - 1] === '\n' ||
      /^[ \t]*\r?(?:\n|$)/.test(text.slice(end, end + 1_000));
    return (start === 0 || isBegun) && isClosed;
  };
}

function exactPlaces({ text }: SearchedText, { search, replace, all }: EditSearch): EditMatch[] {
  const places = offsetsOf(text, search, all).map((start) => ({
    start,
    end: start + search.length,
    shift: unshifted,
    wholeLines: false,
  }));
  return places.filter(
    ({ start, end }) =>
      (!isInsideEnding(text, start) || replace.startsWith('\n')) &&
      (!isInsideEnding(text, end) || replace.endsWith('\r')),
  );
}

/** True between `\r` and `\n`: the next level treats both as one. */
function isInsideEnding(text: string, offset: number): boolean {
  return text[offset] === '\n' && text[offset - 1] === '\r';
}

function offsetsOf(text: string, search: string, all: boolean): number[] {
  const offsets: number[] = [];
  const step = all ? search.length : 1;
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + step)) {
    offsets.push(at);
    if (!all && offsets.length === MAX_PLACES_NAMED) break;
  }
  return offsets;
}

/** The end of the file counts as a line ending too: a search may end its last line where the file does not. */
function findFoldedPlaces(
  within: SearchedText,
  { search, all }: EditSearch,
  tolerance: MatchTolerance,
): EditMatch[] {
  // Blank lines match everywhere and mean nothing.
  if (search.trim() === '' || isUseless(within, search, tolerance)) return [];
  const folded = within.folded(tolerance);
  const wanted = foldText(search, tolerance).text;
  if (wanted === '') return [];
  const isLiteral = !tolerance.trailingSpace && !tolerance.characters;
  const closed = folded.text.endsWith('\n') ? folded.text : `${folded.text}\n`;
  return offsetsOf(closed, wanted, all).flatMap((at) => {
    const span = realSpan(folded, { from: at, to: at + wanted.length }, within.text.length);
    if (span === undefined || (!isLiteral && cutsWord(within.text, span))) return [];
    return [{ ...span, shift: unshifted, wholeLines: false }];
  });
}

/** Tolerance must not match inside another word: `x = 1` is not the end of `max = 1`. */
function cutsWord(text: string, { start, end }: Pick<EditMatch, 'start' | 'end'>): boolean {
  return isInsideWord(text.slice(start - 1, start + 1)) || isInsideWord(text.slice(end - 1, end + 1));
}

function isInsideWord(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}_]{2}$/u.test(text);
}

function realSpan(
  folded: FoldedText,
  { from, to }: { readonly from: number; readonly to: number },
  length: number,
): { readonly start: number; readonly end: number } | undefined {
  const start = folded.startOf(from);
  const end = to > folded.text.length ? length : folded.endOf(to);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Neither side has anything to fold: the earlier levels have already searched. */
function isUseless({ isPlain }: SearchedText, search: string, { characters }: MatchTolerance): boolean {
  return characters && isPlain && !/[^\0-\x7f]/.test(search);
}

type Shifts = Pick<EditMatch, 'shift' | 'firstShift'>;

interface LineComparison {
  readonly as: MatchTolerance;
  /** The shifts that turn the searched lines into these; undefined = they do not match. */
  readonly shiftAt: (lines: readonly FoldedLine[], sought: SearchLines) => Shifts | undefined;
}

interface SearchLines {
  readonly lines: readonly FoldedLine[];
  /** Lines of the replacement that are not blank. */
  readonly fresh: readonly FoldedLine[];
}

function placesOfLines(
  within: SearchedText,
  wanted: EditSearch,
  { as, shiftAt }: LineComparison,
): EditMatch[] {
  const { search, all } = wanted;
  if (search.trim() === '' || isUseless(within, search, as)) return [];
  const lines = within.lines(as);
  const sought = {
    lines: createSearchedText(search).lines(as),
    fresh: linesOfReplacement(wanted.replace, as),
  };
  const places: EditMatch[] = [];
  const count = sought.lines.length;
  let next = 0;
  for (const at of candidates(lines, sought.lines)) {
    if (at < next || !sought.lines.every(({ core }, index) => core === lines[at + index]?.core)) continue;
    const block = lines.slice(at, at + count);
    const shifts = shiftAt(block, sought);
    if (shifts === undefined) continue;
    places.push({ ...spanOf(block, search.endsWith('\n')), ...shifts, wholeLines: true });
    if (all) next = at + count;
    else if (places.length === MAX_PLACES_NAMED) break;
  }
  return places;
}

/**
 * Possible starts of the block, by its rarest line: thousands of equal lines would be compared thousands of times.
 */
function candidates(lines: readonly FoldedLine[], sought: readonly FoldedLine[]): readonly number[] {
  const positions = new Map<string, number[]>(sought.map(({ core }) => [core, []]));
  for (const [at, { core }] of lines.entries()) positions.get(core)?.push(at);
  let rarest: readonly [number, readonly number[]] | undefined;
  for (const [index, { core }] of sought.entries()) {
    const places = positions.get(core) ?? [];
    if (rarest === undefined || places.length < rarest[1].length) rarest = [index, places];
  }
  const [offset, places] = rarest ?? [0, []];
  return places.map((at) => at - offset).filter((at) => at >= 0);
}

function linesOfReplacement(replace: string, as: MatchTolerance): readonly FoldedLine[] {
  return createSearchedText(replace)
    .lines(as)
    .filter(({ core }) => core !== '');
}

/** Whole lines; the last line's ending is part of the match if the search names it. */
function spanOf(
  block: readonly FoldedLine[],
  withEnding: boolean,
): { readonly start: number; readonly end: number } {
  const last = block.at(-1)?.real;
  const start = block[0]?.real.start ?? 0;
  const ending = withEnding ? (last?.ending.length ?? 0) : 0;
  return { start, end: (last?.start ?? start) + (last?.content.length ?? 0) + ending };
}

function sameIndentation(block: readonly FoldedLine[], { lines }: SearchLines): Shifts | undefined {
  const same = block.every(({ core, indent }, index) => core === '' || indent === lines[index]?.indent);
  return same ? { shift: unshifted } : undefined;
}

function uniformShift(block: readonly FoldedLine[], sought: SearchLines): Shifts | undefined {
  const pairs = block.flatMap(({ core, indent }, index) =>
    core === '' ? [] : [{ wanted: sought.lines[index]?.indent ?? '', found: indent }],
  );
  const shift = indentShift(
    pairs,
    sought.fresh.map(({ indent }) => indent),
  );
  return shift && { shift: isIndentedAsFile(block, sought) ? unshifted : shift };
}

/**
 * Only the search lost its indentation: each line that the replacement shares with it, or else its first one, is
 * indented as in the file, and no line is indented less.
 */
function isIndentedAsFile(block: readonly FoldedLine[], { lines, fresh }: SearchLines): boolean {
  const own = new Map(block.map(({ core, indent }) => [core, indent]));
  const sought = new Map(lines.map(({ core, indent }) => [core, indent]));
  const filled = block.filter(({ core }) => core !== '');
  const least = filled.map(({ indent }) => indent).reduce(shorter, undefined) ?? '';
  const shared = fresh.filter(({ core }) => own.has(core));
  const [first, asked] = [filled[0]?.indent, lines.find(({ core }) => core !== '')?.indent];
  const isTaken =
    shared.length > 0
      ? shared.every(({ core, indent }) => own.get(core) === indent && sought.get(core) !== indent)
      : first !== asked && first === fresh[0]?.indent;
  return isTaken && fresh.every(({ indent }) => indent.startsWith(least));
}

function shorter(one: string | undefined, other: string): string {
  return one === undefined || other.length < one.length ? other : one;
}

/** The same for all lines but the first: the white space before a text is easily lost, and nothing else is. */
function shiftBehindFirst(block: readonly FoldedLine[], sought: SearchLines): Shifts | undefined {
  const [own = '', wanted = ''] = [block[0]?.indent, sought.lines[0]?.indent];
  if (wanted !== '' || own === '') return undefined;
  const rest = { lines: sought.lines.slice(1), fresh: sought.fresh.slice(1) };
  // If other lines have none either, more was lost than the white space before the text.
  if (rest.lines.some(({ core, indent }) => core !== '' && indent === '')) return undefined;
  const shifts = uniformShift(block.slice(1), rest);
  return shifts && { ...shifts, firstShift: () => own };
}
