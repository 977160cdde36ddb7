import type { Node, Tree } from 'web-tree-sitter';
import type { OutlineItem } from '../contracts/code.ts';
import { holdsMembers } from './rule.ts';
import { lastFilled } from './syntax-faults.ts';

/** Each try parses the rest of the file once or twice: their total is limited by characters. */
const MAX_TRIES = 10;
const MAX_CHARACTERS = 200_000;
const BEGINNING = /^[A-Za-z_@#[]/;
const WORDS = /string|comment|heredoc|text|content|char/;
/** How many entries are examined for the end of an earlier one. */
const MAX_INSIDE = 200;
/** Lines of a body that often have no more indentation than their surroundings. */
const OUTDENTED = /^\s*(?:#|(?:public|private|protected|signals|Q_SIGNALS)\b[\w ]*:\s*$)/;
const MAX_HEADER_LINES = 10;
/** A member cannot have these names, but some grammars take a statement for one. */
const STATEMENTS = /^(?:if|for|foreach|while|switch|catch|return|else|do|try|with|using|lock|match)$/;

/** The parsed parts of a text, and its faulty lines. */
export interface ReadText {
  readonly tree: Tree;
  readonly text: string;
  readonly items: readonly OutlineItem[];
  /** Lines, from 1, rising. */
  readonly faults: readonly number[];
}

/** No fault is in it, so it begins and ends where it says. */
export function isSound({ start, end }: OutlineItem, faults: readonly number[]): boolean {
  return !faults.some((line) => start <= line && line <= end);
}

export function mostTries(text: string): number {
  return Math.min(MAX_TRIES, Math.floor(MAX_CHARACTERS / Math.max(1, text.length)));
}

/**
 * Lines, from 1, at which reading may begin anew: behind a fault a bracket that was never closed may have swallowed
 * whole declarations. Only lines without indentation, in which no declaration was found, and none of a text or comment.
 */
export function newBeginnings({ tree, text, items, faults }: ReadText): readonly number[] {
  const [firstFault] = faults;
  if (firstFault === undefined) return [];
  const sound = items.filter((item) => isSound(item, faults));
  const lines: number[] = [];
  const most = mostTries(text);
  for (const [row, line] of text.split('\n').entries()) {
    if (lines.length >= most) break;
    if (row + 1 < firstFault || !BEGINNING.test(line)) continue;
    if (isInside(sound, row + 1) || isWords(tree, row, 0)) continue;
    lines.push(row + 1);
  }
  return lines;
}

export function isInside(items: readonly OutlineItem[], line: number): boolean {
  return items.some(({ start, end }) => start <= line && line <= end);
}

function isWords(tree: Tree, row: number, column: number): boolean {
  let above: Node | null = tree.rootNode.descendantForPosition({ row, column });
  for (; above !== null; above = above.parent) if (WORDS.test(above.type)) return true;
  return false;
}

/** A type of which a part was not understood, and lines in it at which a lost member may begin. */
export interface PartialType {
  readonly block: CodeBlock;
  readonly depth: number;
  readonly beginnings: readonly number[];
}

/** The same inside types: lines as much indented as the first one in their body. */
export function newMembers({ tree, text, items, faults }: ReadText): readonly PartialType[] {
  const lines = text.split('\n');
  const sound = items.filter((item) => isSound(item, faults));
  return items.flatMap((item) => {
    if (!holdsMembers(item.kind) || isSound(item, faults)) return [];
    const block = blockAt(lines, item.start);
    if (block === undefined) return [];
    const body = Array.from(
      { length: Math.max(0, item.end - block.header) },
      (_, index) => block.header + 1 + index,
    );
    const own = indentAt(lines, item.start);
    const isDeeper = (line: number): boolean =>
      (lines[line - 1] ?? '').trim() !== '' && indentAt(lines, line) > own;
    const deep = indentAt(lines, body.find(isDeeper) ?? item.start);
    const first = faults.find((line) => line >= item.start) ?? item.end;
    const inside = sound.filter(({ start, depth }) => start > item.start && depth > item.depth);
    const beginnings = body.filter(
      (line) =>
        line >= first &&
        indentAt(lines, line) === deep &&
        BEGINNING.test((lines[line - 1] ?? '').slice(deep)) &&
        !isInside(inside, line) &&
        !isWords(tree, line - 1, deep),
    );
    return beginnings.length === 0 ? [] : [{ block, depth: item.depth, beginnings }];
  });
}

/** A declaration by its look: all lines are from 1. */
export interface CodeBlock {
  readonly start: number;
  /** Last line before the body. */
  readonly header: number;
  readonly end: number;
}

/** The lines that belong to what begins here, as their indentation says. */
export function blockAt(lines: readonly string[], start: number): CodeBlock | undefined {
  const head = lines.slice(start - 1, start - 1 + MAX_HEADER_LINES);
  const opening = head.findIndex((line) => /[{:]\s*$/.test(line));
  const header = opening === -1 ? start : start + opening;
  const own = indentAt(lines, start);
  const rest = lines.slice(header);
  const next = rest.findIndex(
    (line, index) =>
      line.trim() !== '' && indentAt(lines, header + index + 1) <= own && !OUTDENTED.test(line),
  );
  if (next === -1) return undefined;
  const isClosed = /^\s*(?:\}|end\b)/.test(rest[next] ?? '');
  return { start, header, end: isClosed ? header + next + 1 : lastFilled(lines, header + next) };
}

function indentAt(lines: readonly string[], line: number): number {
  return /^[ \t]*/.exec(lines[line - 1] ?? '')?.[0].length ?? 0;
}

/** The same lines; those before `line` are empty. */
export function linesFrom(text: string, line: number): string {
  return keepLines(text, (number) => number >= line);
}

/** Nothing but the header of a block, its last line, and the header of the type around it. */
export function skeleton(text: string, { start, header, end }: CodeBlock, around?: CodeBlock): string {
  const isOpen = /:\s*$/.test(text.split('\n')[header - 1] ?? '');
  const isKept = (line: number): boolean =>
    (line >= start && line <= header) ||
    line === end ||
    (around !== undefined && line >= around.start && line <= around.header);
  const kept = keepLines(text, isKept).split('\n');
  if (isOpen) kept[end - 1] = `${/^[ \t]*/.exec(kept[end - 1] ?? '')?.[0] ?? ''}pass`;
  return kept.join('\n');
}

/** The header of a block, and the file's text from this line on. */
export function memberOf(text: string, { start, header }: CodeBlock, line: number): string {
  return keepLines(text, (number) => (number >= start && number <= header) || number >= line);
}

function keepLines(text: string, isKept: (line: number) => boolean): string {
  const lines = text.split('\n');
  return lines.map((line, index) => (isKept(index + 1) ? line : '')).join('\n');
}

/** Takes entries that were read from `line` on; returns the one that begins there, and those inside it. */
export function beginningAt(items: readonly OutlineItem[], line: number): readonly OutlineItem[] {
  const first = items.find(({ start, name }) => start === line && !STATEMENTS.test(name));
  return first === undefined ? [] : items.filter(({ start, end }) => start >= line && end <= first.end);
}

/**
 * Inside a declaration, a line with less or equal indentation is not part of it, in a file with faults. Types are cut
 * only if the fault is in them: some have members without indentation.
 * @param items in the order of the file
 */
export function cutAtNext(
  text: string,
  items: readonly OutlineItem[],
  faults: readonly number[],
): readonly OutlineItem[] {
  const lines = text.split('\n');
  return items.map((item, index) => {
    if (!mayBeTooLong(item, faults)) return item;
    const next = firstOutside(items.slice(index + 1, index + 1 + MAX_INSIDE), item, lines);
    return next === undefined ? item : { ...item, end: lastFilled(lines, next - 1) };
  });
}

function mayBeTooLong(item: OutlineItem, faults: readonly number[]): boolean {
  if (item.kind === 'namespace' || item.kind === 'module') return false;
  return item.kind === 'function' || item.kind === 'method' || !isSound(item, faults);
}

function firstOutside(
  later: readonly OutlineItem[],
  { start, end }: OutlineItem,
  lines: readonly string[],
): number | undefined {
  const own = indentAt(lines, start);
  for (const { start: line, kind } of later) {
    if (line > end) return undefined;
    // Lines for the preprocessor are written without indentation wherever they stand.
    if (kind !== 'macro' && line > start && indentAt(lines, line) <= own) return line;
  }
  return undefined;
}
