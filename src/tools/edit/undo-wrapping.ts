import { splitTextLines } from './lines.ts';
import type { EditPassage, UndonePassage } from './passage.ts';

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
