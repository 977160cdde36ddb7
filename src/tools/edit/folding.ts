import { splitTextLines, type TextLine, trimSpace } from './lines.ts';

/** Differences inside lines that a comparison ignores; each kind includes the ones before it. */
export interface MatchTolerance {
  /** White space before a line ending. */
  readonly trailingSpace: boolean;
  /** Typographic quotes, dashes and spaces, invisible characters, composed and decomposed accents. */
  readonly characters: boolean;
}

/** A text without the ignored differences, with a mapping back. Lines stay lines; every line ending is `\n`. */
export interface FoldedText {
  readonly text: string;
  /** Original offset where a passage begins that begins at this offset; undefined inside one character. */
  startOf(offset: number): number | undefined;
  /** The same for the end of a passage; text that was folded to nothing is between the two. */
  endOf(offset: number): number | undefined;
}

/** A part with another length, or other characters, than in the original. */
interface Cluster {
  readonly at: number;
  readonly end: number;
  readonly originalEnd: number;
}

export function foldText(text: string, tolerance: MatchTolerance): FoldedText {
  const clusters: Cluster[] = [];
  const pieces: string[] = [];
  let length = 0;
  let kept = 0;
  const change = (index: number, found: string, folded: string): void => {
    if (found === folded) return;
    const at = length + index - kept;
    pieces.push(text.slice(kept, index), folded);
    kept = index + found.length;
    length = at + folded.length;
    clusters.push({ at, end: length, originalEnd: kept });
  };
  for (const { 0: found, index } of text.matchAll(patternOf(tolerance))) {
    // A line ending and the white space before it are one piece: a passage never begins between `\r` and `\n`.
    if (found.endsWith('\n')) change(index, found, '\n');
    else foldCharacters(found, (offset, ...one) => change(index + offset, ...one));
  }
  pieces.push(text.slice(kept));
  return { text: pieces.join(''), ...wayBack(clusters) };
}

// The lookbehind keeps a long run of spaces from being tried at each of its characters.
const SPACE_AND_ENDING = '(?<![ \\t])[ \\t]+\\r?\\n|\\r\\n';
/** Few characters need a closer look: one that may carry an accent, and non-ASCII ones after it. */
const SUSPECT = '[\\0-\\x7f]?[^\\0-\\x7f]+';

function patternOf({ trailingSpace, characters }: MatchTolerance): RegExp {
  const endings = trailingSpace ? SPACE_AND_ENDING : '\\r\\n';
  return new RegExp(characters ? `${endings}|${SUSPECT}` : endings, 'g');
}

/**
 * A character with its accents, and Korean syllables in parts: macOS writes them in file names and some models copy
 * them.
 */
const CHARACTER = /[^\p{M}]\p{M}+|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\s\S]/gu;
const COMPOSING = /[\p{M}\u1100-\u1112]/u;

/** Character by character; a separate accent belongs to the character before it. */
function foldCharacters(text: string, change: (offset: number, found: string, folded: string) => void): void {
  if (!COMPOSING.test(text)) {
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      change(at, character, plainOf(character) ?? character);
    }
    return;
  }
  for (const { 0: found, index } of text.matchAll(CHARACTER)) change(index, found, foldCharacter(found));
}

const VARIATION = /[\ufe0e\ufe0f]/g;

function foldCharacter(found: string): string {
  if (found.length === 1) return plainOf(found) ?? found;
  return found.normalize('NFC').replace(VARIATION, '');
}

const PLAIN: Readonly<Record<string, string>> = {
  "'": '\u2018\u2019\u201a\u201b\u2032\u02bc\uff07',
  '"': '\u201c\u201d\u201e\u201f\u2033\uff02',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d',
  ' ': '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '': '\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff',
  '...': '\u2026',
};

const PLAIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(PLAIN).flatMap(([plain, fancy]) =>
    [...fancy].map((character) => [character, plain] as const),
  ),
);

/** Punctuation of full width, by its distance from ASCII. */
const FULL_WIDTH = /[\uff01\uff03-\uff06\uff08-\uff0c\uff0e\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/;
const WIDTH_DISTANCE = 0xfee0;

/** The plain form of one typographic character; undefined if there is none. */
export function plainOf(character: string): string | undefined {
  const plain = PLAIN_OF.get(character);
  if (plain !== undefined || character < '\uff00' || !FULL_WIDTH.test(character)) return plain;
  return String.fromCharCode(character.charCodeAt(0) - WIDTH_DISTANCE);
}

function wayBack(clusters: readonly Cluster[]): Pick<FoldedText, 'startOf' | 'endOf'> {
  /** The number of leading clusters that fulfil a condition. */
  const countWhile = (holds: (cluster: Cluster) => boolean): number => {
    let low = 0;
    let high = clusters.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const cluster = clusters[middle];
      if (cluster !== undefined && holds(cluster)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const back = (offset: number, before: number): number | undefined => {
    const next = clusters[before];
    if (next !== undefined && next.at < offset) return undefined;
    const last = clusters[before - 1];
    return last === undefined ? offset : last.originalEnd + offset - last.end;
  };
  return {
    startOf: (offset) =>
      back(
        offset,
        countWhile(({ end }) => end <= offset),
      ),
    endOf: (offset) =>
      back(
        offset,
        countWhile(({ at, end }) => end <= offset && at < offset),
      ),
  };
}

/** A text that is searched several times, in several ways; each form is prepared once, when it is first needed. */
export interface SearchedText {
  readonly text: string;
  /** Holds nothing but ASCII. */
  readonly isPlain: boolean;
  folded(tolerance: MatchTolerance): FoldedText;
  /** Lines of the folded text: as many as in the text itself. */
  lines(tolerance: MatchTolerance): readonly FoldedLine[];
}

export interface FoldedLine {
  /** The line in the original text. */
  readonly real: TextLine;
  /** Folded, without the white space around it. */
  readonly core: string;
  /** Folded white space before it. */
  readonly indent: string;
}

export function createSearchedText(text: string): SearchedText {
  const folded = new Map<string, FoldedText>();
  const lines = new Map<string, readonly FoldedLine[]>();
  const own: SearchedText = {
    text,
    isPlain: !/[^\0-\x7f]/.test(text),
    folded: (tolerance) => memoize(folded, tolerance, () => foldText(text, tolerance)),
    lines: (tolerance) => memoize(lines, tolerance, () => foldedLines(text, own.folded(tolerance).text)),
  };
  return own;
}

function memoize<Value>(known: Map<string, Value>, tolerance: MatchTolerance, make: () => Value): Value {
  const key = `${tolerance.trailingSpace} ${tolerance.characters}`;
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function foldedLines(text: string, folded: string): readonly FoldedLine[] {
  const real = splitTextLines(text);
  const lines: FoldedLine[] = [];
  for (const [index, { content }] of (folded === text ? real : splitTextLines(folded)).entries()) {
    const line = real[index];
    const core = trimSpace(content);
    // As many as in the text itself: no line ending is ever folded away.
    if (line !== undefined) lines.push({ real: line, core, indent: content.slice(0, content.indexOf(core)) });
  }
  return lines;
}
