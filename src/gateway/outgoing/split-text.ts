import { cutAt } from '../../core/text.ts';

interface PartLimits {
  /** Longest part, in UTF-16 code units. */
  readonly max: number;
  /** Length of a part after formatting, if that changes it. */
  lengthOf?(part: string): number;
}

/**
 * Splits a text into parts of at most `max` UTF-16 code units: between paragraphs if possible, else at line ends,
 * else at spaces, never inside a character. A cut code fence is closed and opened again, and a cut table gets its
 * head again, so that every part reads by itself. Only the line end at a cut is left out.
 */
export function splitText(text: string, max: number): readonly string[] {
  return [...partsOf(text, { max })].filter((part) => part !== undefined);
}

/** Makes the parts one by one, and pauses with `undefined` after each look at a length, which may take long. */
export function* partsOf(text: string, limits: PartLimits): Generator<string | undefined> {
  const { max, lengthOf = lengthOfText } = limits;
  let rest = text;
  let opening = '';
  while (opening.length + rest.length > 2 * max || lengthOf(opening + rest) > max) {
    yield;
    const { part, length } = yield* firstPart(rest, opening, { max, lengthOf });
    const open = openFence(opening + rest.slice(0, length));
    const head = open === undefined ? tableHead(opening + rest.slice(0, length), rest.slice(length)) : '';
    if (part.trim() !== '') yield part;
    rest = rest.slice(length);
    opening = open === undefined ? head : `${open.line}\n`;
  }
  if (rest.trim() !== '') yield opening + rest;
}

function lengthOfText(text: string): number {
  return text.length;
}

/** Room for closing a fence at the end of a part and reopening it, with its language, at the start of the next. */
const FENCE_ROOM = 40;

/**
 * The last part of a text, from a line on, with an open fence opened again.
 * @param max of its own length, in UTF-16 code units
 */
export function lastPart(text: string, max: number): string {
  const from = text.length - max + FENCE_ROOM;
  const line = text.indexOf('\n', from) + 1;
  const start = line > 0 && line < text.length ? line : characterStart(text, from);
  const open = openFence(text.slice(0, start));
  return `${open === undefined ? '' : `${open.line}\n`}${text.slice(start)}`;
}

/** A shorter part would be useless: a part becomes too long instead. */
const MIN_PART_LENGTH = 50;

/** Returns as much of `rest` as fits, and how much that is. The length after formatting is found by trying. */
function* firstPart(
  rest: string,
  opening: string,
  { max, lengthOf }: Required<PartLimits>,
): Generator<undefined, { readonly part: string; readonly length: number }> {
  let room = max - opening.length - FENCE_ROOM;
  for (;;) {
    const length = cutPoint(rest, room);
    const part = closeFence(`${opening}${rest.slice(0, length)}`);
    const shown = lengthOf(part);
    if (shown <= max || room <= MIN_PART_LENGTH) return { part, length };
    yield;
    room = Math.max(MIN_PART_LENGTH, Math.min(room - 1, Math.floor((room * (max - FENCE_ROOM)) / shown)));
  }
}

function closeFence(part: string): string {
  const open = openFence(part);
  return `${part.replace(/\n+$/, '')}${open === undefined ? '' : `\n${open.fence}`}`;
}

/** Best place to cut at or before `max`: after a paragraph, a line, a word, or anywhere between two characters. */
function cutPoint(text: string, max: number): number {
  const window = cutAt(text, Math.max(2, max));
  const half = window.length / 2;
  const paragraph = window.lastIndexOf('\n\n') + 2;
  if (paragraph > half && openFence(window.slice(0, paragraph)) === undefined) return paragraph;
  const line = beforeFence(window, window.lastIndexOf('\n') + 1);
  if (line > half) return line;
  const space = wordEnd(window);
  return characterStart(text, space > half ? space : window.length);
}

/** A fence that would open in the last line is left to the next part. */
function beforeFence(window: string, end: number): number {
  const lastLine = window.lastIndexOf('\n', end - 2) + 1;
  const opens =
    openFence(window.slice(0, end)) !== undefined && openFence(window.slice(0, lastLine)) === undefined;
  return opens && lastLine > window.length / 2 ? lastLine : end;
}

/** Position after the last space outside inline code. */
function wordEnd(window: string): number {
  const line = window.lastIndexOf('\n') + 1;
  for (let space = window.lastIndexOf(' '); space > line; space = window.lastIndexOf(' ', space - 1)) {
    if (window.slice(line, space).split('`').length % 2 === 1) return space + 1;
  }
  return window.lastIndexOf(' ') + 1;
}

/** How far before a cut the start of a character is searched for; no real character is longer. */
const MAX_CHARACTER_LENGTH = 64;

/**
 * The same position, or the start of the character that a cut there would split: joined emoji, letters with marks.
 */
function characterStart(text: string, at: number): number {
  const from = Math.max(0, at - MAX_CHARACTER_LENGTH);
  const around = text.slice(from, at + MAX_CHARACTER_LENGTH);
  let start = at;
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(around)) {
    if (from + index > at) break;
    start = from + index;
  }
  return start > from ? start : at;
}

interface OpenFence {
  /** The opening line, with its language. */
  readonly line: string;
  readonly fence: string;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/;

/** The fence that is still open at the end of a text. */
function openFence(text: string): OpenFence | undefined {
  let open: OpenFence | undefined;
  for (const line of text.split('\n')) {
    const [, fence = '', rest = ''] = FENCE.exec(line) ?? [];
    if (fence === '') continue;
    if (open === undefined) open = parseFence(line, fence, rest);
    else if (fence.startsWith(open.fence) && rest.trim() === '') open = undefined;
  }
  return open;
}

function parseFence(line: string, fence: string, language: string): OpenFence | undefined {
  // Inline code in three backticks is not a fence.
  if (fence.startsWith('`') && language.includes('`')) return undefined;
  return { fence, line: line.trimStart().slice(0, FENCE_ROOM - fence.length - 2) };
}

/** The first two lines of a cut table; empty elsewhere. */
function tableHead(before: string, after: string): string {
  if (!after.startsWith('|')) return '';
  const rows: string[] = [];
  for (const line of before.replace(/\n$/, '').split('\n').toReversed()) {
    if (!line.startsWith('|')) break;
    rows.unshift(line);
  }
  const [head = '', rule = ''] = rows;
  return rows.length > 2 && /^\|[\s:|-]+$/.test(rule) ? `${head}\n${rule}\n` : '';
}
