import { diffArrays } from 'diff';
import type { EditMatch } from './find-matches.ts';
import { foldText, plainOf } from './folding.ts';
import type { IndentShift } from './indent-shift.ts';
import { indentOf, type LineEnding, splitTextLines, type TextLine, trimSpace } from './lines.ts';

interface Replacement {
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
export function mergeLines(text: string, place: EditMatch, replacement: Replacement): string | undefined {
  const real = splitTextLines(text.slice(place.start, place.end));
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
function shiftOfFirst({ shift, firstShift }: EditMatch, [first]: readonly TextLine[]): IndentShift {
  return first === undefined || indentOf(first.content) !== '' ? shift : (firstShift ?? shift);
}

function contentFor(make: NewLines, { content }: TextLine, origin: LineOrigin): string | undefined {
  return origin.kind === 'changed' ? make.changed(content, origin.index) : make.added(content);
}

/**
 * How lines are compared: if the search differs from the file in white space at the end of a line, the replacement's
 * white space there means nothing either.
 */
function withoutCarelessSpace(
  real: readonly TextLine[],
  before: readonly TextLine[],
): (line: TextLine) => string {
  const isCareless = ({ content }: TextLine, index: number): boolean =>
    spaceAtEnd(content) !== spaceAtEnd(real[index]?.content ?? '');
  const careless = new Set(before.filter(isCareless).map(({ content }) => withoutSpaceAtEnd(content)));
  const faithful = new Set(before.filter((line, index) => !isCareless(line, index)).map(lineContent));
  return ({ content }) => {
    const bare = withoutSpaceAtEnd(content);
    return careless.has(bare) && !faithful.has(content) ? bare : content;
  };
}

function lineContent({ content }: TextLine): string {
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

/** An existing line keeps its own ending, even among lines with another one. */
function endingFor(
  line: TextLine,
  origin: LineOrigin,
  { real, replacement }: { real: readonly TextLine[]; replacement: Replacement },
): string {
  if (line.ending === '') return '';
  const own = origin.kind === 'new' ? '' : (real[origin.index]?.ending ?? '');
  return own === '' ? replacement.ending : own;
}

function linesToCompare(
  { search, replace }: Replacement,
  place: EditMatch,
  real: readonly TextLine[],
): { before: TextLine[]; after: TextLine[] } {
  const isClosed = search.endsWith('\n');
  // A file without a final line ending stays so, although search and replacement end their last lines.
  const openEnd = isClosed && real.at(-1)?.ending === '';
  const cut = (part: string): string => (openEnd ? part.replace(/\r?\n$/, '') : part);
  const young = place.wholeLines ? matchFinalNewline(replace, isClosed) : replace;
  return { before: splitTextLines(cut(search)), after: splitTextLines(cut(young)) };
}

/** Whole lines are replaced by whole lines: the next line is neither joined to the last one nor pushed away. */
function matchFinalNewline(replace: string, isClosed: boolean): string {
  if (replace.trim() === '' || isClosed === replace.endsWith('\n')) return replace;
  return isClosed ? `${replace}\n` : replace.replace(/\r?\n$/, '');
}

interface MatchedLines {
  /** Lines of the match in the file, and in the search. */
  readonly real: readonly TextLine[];
  readonly before: readonly TextLine[];
  readonly shift: IndentShift;
}

/** Writes lines of the replacement for the file; undefined where their indentation is unclear. */
interface NewLines {
  /** Replaces one line of the search: common parts keep the file's characters. */
  changed(content: string, index: number): string | undefined;
  added(content: string): string | undefined;
}

function newLines({ real, before, shift }: MatchedLines, after: readonly TextLine[]): NewLines {
  const plain = createPlainer(joinContents(real), joinContents(before), joinContents(after));
  const isPadded = padsLines(real, before);
  const added = (content: string): string | undefined => {
    const line = isPadded ? plain(content).trimEnd() : plain(content);
    const indent = indentOf(line);
    const shifted = line === indent ? indent : shift(indent);
    return shifted === undefined ? undefined : shifted + line.slice(indent.length);
  };
  return {
    added,
    changed(content, index) {
      const line = added(content);
      const [own, sought] = [real[index]?.content ?? '', before[index]?.content ?? ''];
      if (line === undefined || trimSpace(own) === trimSpace(sought)) return line;
      const [kept, shown] = [plain(content), plain(sought)];
      const core = inTheFilesCharacters(trimSpace(own), trimSpace(shown), trimSpace(kept));
      return core === undefined ? line : line.replace(trimSpace(kept), () => core);
    },
  };
}

/**
 * True when every line of the search has trailing white space that the file does not have: it comes from the model.
 */
function padsLines(real: readonly TextLine[], before: readonly TextLine[]): boolean {
  const filled = before.flatMap(({ content }, index) =>
    content.trim() === '' ? [] : [[content, real[index]?.content ?? ''] as const],
  );
  const isAdded = ([sought, own]: readonly [string, string]): boolean =>
    /[ \t]$/.test(sought) && !/[ \t]$/.test(own);
  return filled.length > 0 && filled.every(isAdded);
}

function joinContents(lines: readonly TextLine[]): string {
  return lines.map(({ content }) => content).join('\n');
}

const FORMS = ['NFC', 'NFD'] as const;

/**
 * If a search writes the file's plain characters typographically, so does its replacement: these are made plain, and
 * accents composed as in the file.
 */
function createPlainer(real: string, before: string, after: string): (content: string) => string {
  if (real === before || !/[^\0-\x7f]/.test(after)) return (content) => content;
  const inFile = new Set([...real].flatMap((character) => plainOf(character) ?? []));
  const undone = new Map<string, string>();
  for (const character of before) {
    const plain = plainOf(character);
    if (plain !== undefined && !inFile.has(plain)) undone.set(character, plain);
  }
  const form = FORMS.find((own) => real === real.normalize(own) && before !== before.normalize(own));
  return (content) => {
    const line = [...content].map((character) => undone.get(character) ?? character).join('');
    return form === undefined ? line : line.normalize(form);
  };
}

/**
 * A changed line, with the parts that it shares with the search written as in the file.
 * @returns undefined where search and file do not correspond piece by piece
 */
function inTheFilesCharacters(own: string, sought: string, wanted: string): string | undefined {
  const inFile = piecesOf(own, sought);
  const written: (string | undefined)[] = [];
  let at = 0;
  for (const { added, removed, value } of diffArrays(splitWords(sought), splitWords(wanted))) {
    const text = value.join('');
    if (added) written.push(text);
    else if (!removed) written.push(inFile(at, at + text.length));
    if (!added) at += text.length;
  }
  return written.includes(undefined) ? undefined : written.join('');
}

const CHARACTERS = { trailingSpace: false, characters: true };

/** The file's text for a piece of the search, by offsets in the search. */
function piecesOf(own: string, sought: string): (from: number, to: number) => string | undefined {
  const file = foldText(own, CHARACTERS);
  const isSame = file.text === foldText(sought, CHARACTERS).text;
  const inFile = (offset: number): number | undefined =>
    offset === sought.length
      ? own.length
      : file.endOf(foldText(sought.slice(0, offset), CHARACTERS).text.length);
  return (from, to) => {
    const [start, end] = [inFile(from), inFile(to)];
    return isSame && start !== undefined && end !== undefined ? own.slice(start, end) : undefined;
  };
}

/** Where a line of the replacement comes from; `index` is the line's index in the search. */
type LineOrigin =
  | { readonly kind: 'kept'; readonly index: number }
  | { readonly kind: 'changed'; readonly index: number }
  | { readonly kind: 'new' };

/** With more differing lines a minimal comparison takes seconds; the changed part then counts as replaced. */
const MAX_EDITS = 2_000;

/** One origin for each line of `after`. If as many lines replace as many, they are the same lines, changed. */
function originsOf(before: readonly string[], after: readonly string[]): LineOrigin[] {
  const head = equalAtStart(before, after);
  const tail = equalAtEnd(before.slice(head), after.slice(head));
  const [old, young] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return [
    ...keptOrigins(0, head),
    ...originsBetween(old, young, head),
    ...keptOrigins(before.length - tail, tail),
  ];
}

function originsBetween(old: readonly string[], young: readonly string[], first: number): LineOrigin[] {
  const parts = diffArrays([...old], [...young], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return replacedOrigins(first, old.length, young.length);
  const origins: LineOrigin[] = [];
  let next = first;
  let [removed, added] = [0, 0];
  const flush = (): void => {
    origins.push(...replacedOrigins(next, removed, added));
    next += removed;
    [removed, added] = [0, 0];
  };
  for (const part of parts) {
    if (part.removed) removed += part.count;
    else if (part.added) added += part.count;
    else {
      flush();
      origins.push(...keptOrigins(next, part.count));
      next += part.count;
    }
  }
  flush();
  return origins;
}

function replacedOrigins(first: number, removed: number, added: number): LineOrigin[] {
  return Array.from({ length: added }, (_, offset) =>
    removed === added ? { kind: 'changed', index: first + offset } : { kind: 'new' },
  );
}

function keptOrigins(first: number, count: number): LineOrigin[] {
  return Array.from({ length: count }, (_, offset) => ({ kind: 'kept', index: first + offset }));
}

function equalAtStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

function equalAtEnd(one: readonly string[], other: readonly string[]): number {
  return equalAtStart(one.toReversed(), other.toReversed());
}

/**
 * Words, spaces, and signs one by one. Its pattern is made at the first edit: it takes a millisecond, at each start.
 */
function splitWords(line: string): string[] {
  return line.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}
