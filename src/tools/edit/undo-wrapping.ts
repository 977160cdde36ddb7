import { type EditPassage, type EditRequest, editFailure, type UndonePassage } from './edit-failure.ts';
import { splitTextLines } from './lines.ts';
import { isProse } from './omissions.ts';

/** Opens or closes a block of code in Markdown. */
export const FENCE = /^[ \t]*(`{3,}|~{3,})[^`\n]*$/;

/** Removes blank lines before and after the search, and at most as many of the replacement. */
export function blankEdges({ search, replace }: EditPassage): UndonePassage | undefined {
  if (search.trim() === '') return undefined;
  const old = splitTextLines(search).map(({ content, ending }) => content + ending);
  const young = splitTextLines(replace).map(({ content, ending }) => content + ending);
  const [head, tail] = [blankAtStart(old), blankAtStart(old.toReversed())];
  if (head + tail === 0) return undefined;
  const newHead = Math.min(head, blankAtStart(young));
  const newTail = Math.min(tail, blankAtStart(young.slice(newHead).toReversed()));
  const [rest, fresh] = [old.slice(head, old.length - tail), young.slice(newHead, young.length - newTail)];
  // Whole lines are removed, so their endings are removed too.
  if (tail === 0 || fresh.length === 0)
    return { search: rest.join(''), replace: fresh.join(''), wholeLines: true };
  // The text before the blank lines ends without a line ending on both sides, or the next line would be joined to it.
  return {
    search: withoutEnding(rest.join('')),
    replace: withoutEnding(fresh.join('')),
    wholeLines: true,
  };
}

function withoutEnding(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function blankAtStart(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1 ? lines.length : first;
}

/** Removes a Markdown fence around the whole search, and around the whole replacement or nowhere in it. */
export function markdownFence({ search, replace }: EditPassage): UndonePassage | undefined {
  const old = fencedText(search);
  if (old === undefined) return undefined;
  const young = fencedText(replace);
  if (young !== undefined) {
    // The edit may be about another language; not about a missing one.
    const isSame = young.opening === old.opening || isBare(young.opening) || isBare(old.opening);
    return { search: old.inner, replace: isSame ? young.inner : undefined, wholeLines: true };
  }
  const holdsFence = splitTextLines(replace).some(({ content }) => FENCE.test(content));
  return { search: old.inner, replace: holdsFence ? undefined : withoutEnding(replace), wholeLines: true };
}

function isBare(opening: string): boolean {
  return /^[`~]+$/.test(opening);
}

/** The content of a fence around the whole text. */
export function fencedText(text: string): { readonly opening: string; readonly inner: string } | undefined {
  const lines = splitTextLines(text.trim());
  const [first, last] = [lines[0]?.content ?? '', lines.at(-1)?.content ?? ''];
  const mark = FENCE.exec(first)?.[1];
  if (mark === undefined || lines.length < 3 || last.trim() !== mark) return undefined;
  const inner = lines.slice(1, -1).map(({ content, ending }) => content + ending);
  return { opening: first.trim(), inner: withoutEnding(inner.join('')) };
}

/**
 * Removes the markers of a diff: `-` (or a space) before every line of the search and `+` (or a space) before every
 * line of the replacement, or `+` before all of both.
 */
export function diffMarkers({ search, replace }: EditPassage): UndonePassage | undefined {
  const [old, young] = [filledLines(search), filledLines(replace)];
  const sign = old.some((line) => line.startsWith('-')) ? '-' : '+';
  if (
    !old.some((line) => line.startsWith(sign)) ||
    !old.every((line) => line.startsWith(sign) || line.startsWith(' '))
  ) {
    return undefined;
  }
  const isMarked = young.every((line) => line.startsWith('+') || line.startsWith(' '));
  const isFree = old.length > 1 && !young.some((line) => /^[+-]/.test(line));
  const hasSign = young.length === 0 || young.some((line) => line.startsWith('+'));
  if (isMarked && hasSign)
    return { search: stripMarkers(search), replace: stripMarkers(replace), wholeLines: true };
  const isRemoval = old.every((line) => line.startsWith(sign));
  return {
    search: stripMarkers(search),
    replace: isFree && isRemoval ? replace : undefined,
    wholeLines: true,
  };
}

/** Removes `>` from every line. */
export function quoteMarkers({ search, replace }: EditPassage): UndonePassage | undefined {
  const [old, young] = [filledLines(search), filledLines(replace)];
  if (old.length === 0 || !old.every((line) => line.startsWith('>'))) return undefined;
  const isPadded = [...old, ...young].every((line) => /^> |^>$/.test(line));
  const take = (text: string): string => text.replace(isPadded ? /^> ?/gm : /^>/gm, '');
  if (young.every((line) => line.startsWith('>')))
    return { search: take(search), replace: take(replace), wholeLines: true };
  const isFree = !young.some((line) => line.startsWith('>'));
  return { search: take(search), replace: isFree ? replace : undefined, wholeLines: true };
}

function filledLines(text: string): readonly string[] {
  return splitTextLines(text).flatMap(({ content }) => (content.trim() === '' ? [] : [content]));
}

function stripMarkers(text: string): string {
  return text.replace(/^[+\- ]/gm, '');
}

const HEADER = /^(?:diff --git |index [0-9a-f]|--- |\+\+\+ |\*\*\* (?:Begin Patch|Update File: ))/;
const AT = /^@@/;
const FOOTER = /^(?:\\ No newline at end of file|\*\*\* End (?:Patch|of File))/;

/** Splits the only hunk of a patch: its old lines are the search, its new ones the replacement. */
export function patchHunk({ search, replace }: EditPassage): UndonePassage | undefined {
  const hunk = hunkIn(search);
  if (hunk === undefined || hunk.old.trim() === '') return undefined;
  const young = hunkIn(replace) ?? sidesOf(replace);
  const isOfSame = young !== undefined && (!young.hasOld || sameAs(hunk.old)(young.old));
  const fresh = isOfSame && (young.hasNew || hunkIn(replace) !== undefined) ? young.fresh : undefined;
  if (!hunk.hasNew) return { search: hunk.old, replace: fresh, wholeLines: true };
  const isWhole = replace.trim() === '' || [replace, fresh].some(sameAs(hunk.fresh));
  return { search: hunk.old, replace: isWhole ? hunk.fresh : undefined, wholeLines: true };
}

/**
 * The new lines of a diff that was given as a replacement.
 * @returns undefined when its old lines are not the search
 */
export function newSideOf({ search, replace }: EditPassage): string | undefined {
  const sides = hunkIn(replace) ?? sidesOf(replace);
  if (sides === undefined || !sides.hasNew || !sameAs(search)(sides.old)) return undefined;
  return search.endsWith('\n') ? sides.fresh : sides.fresh.replace(/\n$/, '');
}

interface HunkSides {
  readonly old: string;
  readonly fresh: string;
  /** True when it has added lines. */
  readonly hasNew: boolean;
  /** True when it has removed lines. */
  readonly hasOld: boolean;
}

function sameAs(text: string): (other: string | undefined) => boolean {
  return (other) => other !== undefined && other.trimEnd() === text.trimEnd();
}

/** The first line with `@@`, and only headers before it, prove a hunk. */
function hunkIn(text: string): HunkSides | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  const begin = lines.findIndex((line) => !HEADER.test(line) && line.trim() !== '');
  if (begin === -1 || !AT.test(lines[begin] ?? '')) return undefined;
  return sidesOf(lines.slice(begin + 1).join('\n'));
}

/** Each line begins with `+`, `-` or a space. */
function sidesOf(text: string): HunkSides | undefined {
  const lines = text
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => !FOOTER.test(line));
  if (!lines.every((line) => line.trim() === '' || /^[+\- ]/.test(line))) return undefined;
  const side = (other: string): string =>
    lines.map((line) => (line.startsWith(other) ? '' : `${line.slice(1)}\n`)).join('');
  const holds = (sign: string): boolean => lines.some((line) => line.startsWith(sign));
  return { old: side('+'), fresh: side('-'), hasNew: holds('+'), hasOld: holds('-') };
}

interface NumberShape {
  /** Matches up to the separator; its group is the number. */
  readonly pattern: RegExp;
  /** The separator never begins a line of code. */
  readonly isTelling: boolean;
  /** Numbers in sequence are proof enough, without being the file's own. */
  readonly isCountable: boolean;
}

/**
 * `L12: ` of our own tools, `cat -n`, `12|` or an arrow behind it, `Line 12:`, `12:`, `[12]`, `12.`, `12)`, `12  `,
 * in this order.
 */
const SHAPES: readonly NumberShape[] = [
  { pattern: /^[ \t]*L(\d+)[ \t]?[:|\u2192]/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+)\t/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+)\u2192/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+) ?[|\u2502]/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*[Ll]ine (\d+):/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+):/, isTelling: false, isCountable: true },
  { pattern: /^[ \t]*(\d+)[:-]/, isTelling: false, isCountable: true },
  { pattern: /^[ \t]*\[(\d+)\]/, isTelling: false, isCountable: true },
  { pattern: /^[ \t]*(\d+)[.)](?=[ \t]|$)/, isTelling: false, isCountable: false },
  { pattern: /^[ \t]*(\d+)(?= |$)/, isTelling: false, isCountable: false },
];

/**
 * Removes sequential numbers from every line of the search; in the replacement from all lines or none, or from those
 * that continue the numbers of the search, among new lines without any.
 * @param pad spaces between the separator and the line
 */
export function lineNumbers({ search, replace }: EditPassage, pad: number): UndonePassage | undefined {
  const lines = splitTextLines(search);
  for (const shape of SHAPES) {
    const numbers = lines.map(({ content }) => numberOf(content, shape));
    const [first = Number.NaN] = numbers;
    if (!numbers.every((number, index) => number === first + index)) continue;
    const isProof = lines.length === 1 ? shape.isTelling : shape.isCountable;
    const undone = stripNumbers({ search, replace }, shape, { first, pad });
    return undone && { ...undone, wholeLines: true, atLine: isProof ? undefined : first };
  }
  return undefined;
}

/**
 * Removes numbers from a replacement whose search has none: they count up from the line of the match, and the text
 * behind one of them is in the search.
 */
export function ownNumbers({ search, replace }: EditPassage, first: number): string | undefined {
  const [old, young] = [splitTextLines(search), splitTextLines(replace)];
  const known = new Set(old.map(({ content }) => content).filter((content) => content.trim() !== ''));
  for (const shape of SHAPES.filter(({ isCountable }) => isCountable)) {
    const isOwn = young.every(({ content }, index) => numberOf(content, shape) === first + index);
    if (!isOwn || old.some(({ content }) => shape.pattern.test(content))) continue;
    const rests = young.map(({ content }) => content.replace(shape.pattern, ''));
    const pad = [0, 1, 2].find((width) => rests.some((rest) => known.has(rest.slice(width))));
    const isPadded = rests.every((rest) => rest.startsWith(' '.repeat(pad ?? 0)) || rest.trim() === '');
    if (pad === undefined || !isPadded) continue;
    return rests.map((rest, index) => rest.slice(pad) + (young[index]?.ending ?? '')).join('');
  }
  return undefined;
}

function numberOf(content: string, { pattern }: NumberShape): number {
  return Number(pattern.exec(content)?.[1] ?? Number.NaN);
}

interface SearchNumbers {
  /** Number of the first line of the search. */
  readonly first: number;
  readonly pad: number;
}

function stripNumbers(
  passage: EditPassage,
  shape: NumberShape,
  { first, pad }: SearchNumbers,
): UndonePassage | undefined {
  const { pattern } = shape;
  const young = splitTextLines(passage.replace).filter(({ content }) => content.trim() !== '');
  const numbers = young
    .map(({ content }) => numberOf(content, shape))
    .filter((number) => !Number.isNaN(number));
  const isOff =
    numbers.length > 0 &&
    (numbers.length === young.length || continueNumbers(numbers, passage, { shape, first, pad }));
  const marked = [...splitTextLines(passage.search), ...(isOff ? young : [])].filter(({ content }) =>
    pattern.test(content),
  );
  if (
    !isPadded(
      marked.map(({ content }) => content.replace(pattern, '')),
      pad,
    )
  )
    return undefined;
  const strip = (text: string): string =>
    splitTextLines(text)
      .map(({ content, ending }) => {
        const rest = content.replace(pattern, '');
        return (rest === content ? rest : rest.slice(pad)) + ending;
      })
      .join('');
  if (isOff) return { search: strip(passage.search), replace: strip(passage.replace) };
  return { search: strip(passage.search), replace: numbers.length > 0 ? undefined : passage.replace };
}

function isPadded(rests: readonly string[], pad: number): boolean {
  return rests.every((rest) => rest.startsWith(' '.repeat(pad)) || rest.trim() === '');
}

/**
 * True for line numbers. Where lines of the file itself begin with such a number, new ones may as well, without being
 * in sequence.
 */
function continueNumbers(
  numbers: readonly number[],
  { search, replace }: EditPassage,
  { shape: { pattern }, first, pad }: SearchNumbers & { readonly shape: NumberShape },
): boolean {
  const old = splitTextLines(search);
  if (old.some(({ content }) => pattern.test(content.replace(pattern, '').slice(pad)))) return false;
  const end = first + old.length + splitTextLines(replace).length;
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? first) && number < end);
}

const OPENING = /^[ \t]*[<-]{5,9} ?(?:SEARCH|ORIGINAL)>?[ \t]*$/;
const MIDDLE = /^[ \t]*={5,9}[ \t]*$/;
const CLOSING = /^[ \t]*[>+]{5,9} ?(?:REPLACE|UPDATED)[ \t]*$/;

/** Removes the markers of a SEARCH/REPLACE block, anywhere in the two texts. */
export function editBlock({ search, replace }: EditPassage): UndonePassage | undefined {
  const block = blockIn(search);
  if (block === undefined || block.old.trim() === '') return undefined;
  const young = withoutMarkers(replace, block.old);
  if (block.fresh === undefined) return { search: block.old, replace: young, wholeLines: true };
  const isSame = replace.trim() === '' || young?.trimEnd() === block.fresh.trimEnd();
  return { search: block.old, replace: isSame ? block.fresh : undefined, wholeLines: true };
}

interface EditBlock {
  readonly old: string;
  /** Undefined when only the first half of the block is there. */
  readonly fresh: string | undefined;
}

function blockIn(text: string): EditBlock | undefined {
  const lines = trimBlankLines(text);
  if (lines.length < 2 || !OPENING.test(lines[0] ?? '')) return undefined;
  const middle = lines.findIndex((line) => MIDDLE.test(line));
  const [old, rest] =
    middle === -1 ? [lines.slice(1), []] : [lines.slice(1, middle), lines.slice(middle + 1)];
  if ([...old, ...rest.slice(0, -1)].some(isMarker)) return undefined;
  if (rest.length === 0) return { old: joinLines(old), fresh: undefined };
  return CLOSING.test(rest.at(-1) ?? '')
    ? { old: joinLines(old), fresh: joinLines(rest.slice(0, -1)) }
    : undefined;
}

/**
 * A replacement without the markers of the block that it was cut from.
 * @returns undefined when they do not belong to a block for this search
 */
export function withoutMarkers(replace: string, search: string): string | undefined {
  const block = blockIn(replace);
  if (block !== undefined) return block.old.trimEnd() === search.trimEnd() ? block.fresh : undefined;
  const lines = trimBlankLines(replace);
  if (!lines.some(isMarker)) return replace;
  const isClosed = CLOSING.test(lines.at(-1) ?? '');
  const bare = lines.slice(isClosed && MIDDLE.test(lines[0] ?? '') ? 1 : 0, isClosed ? -1 : lines.length);
  return bare.some(isMarker) ? undefined : joinLines(bare);
}

export function holdsMarkers(text: string): boolean {
  return splitTextLines(text).some(({ content }) => isMarker(content));
}

/** Throws Failure `invalid` for edit markers that nobody wants in a file; a text about them has whole blocks. */
export function refuseMarkers({ path, text }: Pick<EditRequest, 'path' | 'text'>, replace: string): void {
  if (!holdsMarkers(replace) || holdsMarkers(text)) return;
  const count = (pattern: RegExp): number =>
    splitTextLines(replace).filter(({ content }) => pattern.test(content)).length;
  if (isProse(path) && count(OPENING) === count(CLOSING)) return;
  throw editFailure(
    'ambiguous',
    'The replacement holds markers of a SEARCH/REPLACE block. Write only the new lines, without the markers.',
  );
}

function isMarker(line: string): boolean {
  return OPENING.test(line) || CLOSING.test(line);
}

/** Lines from the first to the last that is not blank. */
function trimBlankLines(text: string): readonly string[] {
  return text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '').split(/\r?\n/);
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const OLD = '(?:search|find|original|old(?:_?(?:str|string|text|content|code))?)';
const NEW = '(?:replace|replacement|replace_with|updated|new(?:_?(?:str|string|text|content|code))?)';
const CDATA = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/;

/** Removes the tags that an XML tool call has around its parameters. */
export function parameterTags({ search, replace }: EditPassage): UndonePassage | undefined {
  const old = textWithinTag(search, OLD) ?? CDATA.exec(search)?.[1];
  if (old === undefined || old.trim() === '') return undefined;
  const young = textWithinTag(replace, NEW) ?? CDATA.exec(replace)?.[1];
  const isMarked = /<!\[CDATA\[/.test(replace) || new RegExp(`</?${NEW}>`, 'i').test(replace);
  const wholeLines = /^\r?\n/.test(old) ? true : undefined;
  return {
    search: withoutFirstBreak(old),
    replace: young === undefined ? (isMarked ? undefined : replace) : withoutFirstBreak(young),
    wholeLines,
  };
}

function textWithinTag(text: string, name: string): string | undefined {
  return new RegExp(`^\\s*<(${name})>([\\s\\S]*)</\\1>\\s*$`, 'i').exec(text)?.[2];
}

/** The text after an opening tag on a line of its own. */
function withoutFirstBreak(text: string): string {
  return text.replace(/^\r?\n/, '');
}
