import { unreachable } from '../core/failure.ts';
import type { Texts } from '../core/texts/texts.ts';
import { cellsOf, columnsOf, type HasGlyph, type PictureCell } from './cells.ts';
import type { DiffFile, Hunk, HunkLine } from './changed-files.ts';
import type { ColouredSpan, Highlighter } from './syntax.ts';
import { COLOURS, columnsFor, SYNTAX } from './theme.ts';

export interface ColouredCell extends PictureCell {
  readonly colour: string;
  /** True for the part in which a removed line and its replacement differ. */
  readonly isChanged: boolean;
}

export interface PictureRow {
  readonly kind: 'added' | 'removed' | 'context' | 'hunk' | 'note';
  /** Line number in the file; undefined on a row that continues the line above. */
  readonly number: number | undefined;
  readonly goesOn: boolean;
  readonly cells: readonly ColouredCell[];
}

export interface RowStyle {
  readonly hasGlyph: HasGlyph;
  readonly highlight: Highlighter;
  readonly words: Texts['pictures'];
}

interface FileRows {
  readonly rows: readonly PictureRow[];
  /** Digits of the longest line number. */
  readonly digits: number;
}

/** Longest indent of a continuation row: the rest must still be readable. */
const MAX_INDENT = 12;
const BREAK_AFTER = /[\s,;:(){}[\]<>=+\-*/.|&]/;

/** The rows of a file, as many as asked for at most. */
export function rowsOf(file: DiffFile, mostRows: number, pen: RowStyle): FileRows {
  const digits = digitsOf(file);
  const { columns } = columnsFor(digits);
  const rows: PictureRow[] = [];
  for (const remark of remarksOf(file, pen.words)) rows.push(...noteRows(remark, columns, pen));
  for (const hunk of file.hunks) {
    if (rows.length >= mostRows) break;
    rows.push(...hunkRow(hunk, columns, pen));
    const spans = changedWords(hunk.lines);
    const colours = coloursOf(file.path, hunk.lines.slice(0, mostRows), pen);
    for (const [index, line] of hunk.lines.entries()) {
      if (rows.length >= mostRows) break;
      const style = {
        colours: colours.get(index) ?? [],
        span: spans.get(index),
        columns,
        mostRows: mostRows - rows.length,
      };
      rows.push(...lineRows(line, style, pen));
    }
  }
  return { rows, digits };
}

function digitsOf({ hunks }: DiffFile): number {
  const last = Math.max(
    0,
    ...hunks.map(({ oldStart, newStart, lines }) => Math.max(oldStart, newStart) + lines.length),
  );
  return String(last).length;
}

function remarksOf(file: DiffFile, words: Texts['pictures']): readonly string[] {
  if (file.isBinary) return [words.binary, ...file.remarks];
  const isEmpty = file.hunks.length === 0 && file.remarks.length === 0;
  return isEmpty ? [words.noContents] : file.remarks;
}

function noteRows(text: string, columns: number, pen: RowStyle): readonly PictureRow[] {
  const cells = colourCells(cellsOf(text, pen.hasGlyph), () => COLOURS.faint);
  return wrapCells(cells, columns).map((part, index) => ({
    kind: 'note',
    number: undefined,
    goesOn: index > 0,
    cells: part,
  }));
}

/** Where the lines stand; nothing above the first lines of a file. */
function hunkRow(
  { newStart, section }: Hunk,
  columns: number,
  { hasGlyph, words }: RowStyle,
): readonly PictureRow[] {
  if (newStart <= 1 && section === '') return [];
  const text = section === '' ? words.line(newStart) : section;
  const cells = colourCells(cellsOf(text, hasGlyph), () => COLOURS.hunkText);
  return [{ kind: 'hunk', number: undefined, goesOn: false, cells: shortenRow(cells, columns) }];
}

function shortenRow(cells: readonly ColouredCell[], columns: number): readonly ColouredCell[] {
  if (columnsOf(cells) <= columns) return cells;
  const kept = cells.slice(0, cellsThatFit(cells, columns - 1));
  const last = kept.at(-1);
  return last === undefined ? [] : [...kept, { ...last, text: '…', columns: 1, kind: 'run' }];
}

/**
 * Old and new lines are coloured separately: otherwise a quote that a removed line opens would colour the lines after
 * it.
 */
function coloursOf(
  path: string,
  lines: readonly HunkLine[],
  { highlight }: RowStyle,
): ReadonlyMap<number, readonly ColouredSpan[]> {
  const colours = new Map<number, readonly ColouredSpan[]>();
  for (const other of ['added', 'removed'] as const) {
    const side = [...lines.entries()].flatMap(([index, line]) =>
      line.kind === 'no-newline' || line.kind === other ? [] : [{ index, text: line.text }],
    );
    const found = highlight(
      path,
      side.map(({ text }) => text),
    );
    for (const [nth, { index }] of side.entries()) colours.set(index, found[nth] ?? []);
  }
  return colours;
}

interface LineStyle {
  readonly colours: readonly ColouredSpan[];
  readonly span: ChangedSpan | undefined;
  readonly columns: number;
  readonly mostRows: number;
}

function lineRows(line: HunkLine, style: LineStyle, pen: RowStyle): readonly PictureRow[] {
  switch (line.kind) {
    case 'no-newline':
      return noteRows(`\u2205 ${pen.words.noNewline}`, style.columns, pen);
    case 'removed':
      return codeRows({ kind: line.kind, number: line.oldLine, text: line.text }, style, pen);
    case 'added':
    case 'context':
      return codeRows({ kind: line.kind, number: line.newLine, text: line.text }, style, pen);
    default:
      return unreachable(line);
  }
}

function codeRows(
  {
    kind,
    number,
    text,
  }: { readonly kind: PictureRow['kind']; readonly number: number; readonly text: string },
  { colours, span, columns, mostRows }: LineStyle,
  { hasGlyph }: RowStyle,
): readonly PictureRow[] {
  // Lays out only as much of a line as fits: a line may have a million characters.
  const cells = cellsOf(text.slice(0, mostRows * columns), hasGlyph);
  const parts = colours[Symbol.iterator]();
  let part = parts.next();
  const painted = colourCells(
    cells,
    ({ from }) => {
      while (part.done !== true && part.value.end <= from) part = parts.next();
      return SYNTAX[part.done === true ? '' : (part.value.kind ?? '')] ?? COLOURS.text;
    },
    span,
  );
  return wrapCells(painted, columns)
    .slice(0, mostRows)
    .map((row, index) => ({ kind, number: index === 0 ? number : undefined, goesOn: index > 0, cells: row }));
}

function colourCells(
  cells: readonly PictureCell[],
  colourOf: (cell: PictureCell) => string,
  span: ChangedSpan = { from: 0, to: 0 },
): readonly ColouredCell[] {
  return cells.map((cell) => {
    const isChanged = cell.from >= span.from && cell.from < span.to;
    const own = colourOf(cell);
    if (cell.kind === 'mark') return { ...cell, colour: COLOURS.faint, isChanged };
    return { ...cell, colour: cell.kind === 'box' ? COLOURS.box : own, isChanged };
  });
}

/** Rows of at most so many columns; each but the first is indented a little deeper than the line itself. */
function wrapCells(cells: readonly ColouredCell[], columns: number): readonly (readonly ColouredCell[])[] {
  const rows: (readonly ColouredCell[])[] = [];
  const indent = indentOf(cells);
  let rest = cells;
  let lead: readonly ColouredCell[] = [];
  while (columnsOf(rest.slice(0, columns + 1)) + lead.length > columns) {
    const end = breakBefore(rest, columns - lead.length);
    rows.push([...lead, ...rest.slice(0, end)]);
    rest = rest.slice(end);
    lead = indent;
  }
  return rest.length === 0 && rows.length > 0 ? rows : [...rows, [...lead, ...rest]];
}

function indentOf(cells: readonly ColouredCell[]): readonly ColouredCell[] {
  const first = cells.findIndex(({ text }) => text.trim() !== '' && text !== '→' && text !== '·');
  const deep = Math.min(MAX_INDENT, Math.max(0, first) + 2);
  const blank: ColouredCell = { text: ' ', columns: 1, kind: 'run', from: 0, colour: '', isChanged: false };
  return Array.from({ length: deep }, () => blank);
}

/** How many cells fit. */
function cellsThatFit(cells: readonly PictureCell[], columns: number): number {
  let [count, used] = [0, 0];
  for (const cell of cells) {
    used += cell.columns;
    if (used > columns) break;
    count += 1;
  }
  return count;
}

/** How many cells to take: up to the last good place in the second half of the row, else all that fit. */
function breakBefore(cells: readonly ColouredCell[], columns: number): number {
  const most = cellsThatFit(cells, columns);
  for (let end = most; end > most * 0.6; end -= 1) {
    if (BREAK_AFTER.test(cells[end - 1]?.text ?? '')) return end;
  }
  return most;
}

/** Part of a line, in UTF-16 code units; `to` is not in it. */
interface ChangedSpan {
  readonly from: number;
  readonly to: number;
}

/** With less in common the lines are two different ones, and marking all of both would not help. */
const MIN_IN_COMMON = 0.35;
const MAX_LENGTH = 2000;

/** Differences between lines that replace each other: as many added as removed ones in a row. */
function changedWords(lines: readonly HunkLine[]): ReadonlyMap<number, ChangedSpan> {
  const spans = new Map<number, ChangedSpan>();
  let index = 0;
  while (index < lines.length) {
    const removed = runOf(lines, index, 'removed');
    const added = runOf(lines, index + removed, 'added');
    if (removed > 0 && removed === added) {
      for (let line = index; line < index + removed; line += 1)
        markPair(lines, [line, line + removed], spans);
    }
    index += Math.max(1, removed + added);
  }
  return spans;
}

function runOf(lines: readonly HunkLine[], start: number, kind: HunkLine['kind']): number {
  let end = start;
  while (lines[end]?.kind === kind) end += 1;
  return end - start;
}

function markPair(
  lines: readonly HunkLine[],
  [before, after]: readonly [number, number],
  spans: Map<number, ChangedSpan>,
): void {
  const [old, young] = [hunkLineText(lines[before]), hunkLineText(lines[after])];
  const most = Math.min(old.length, young.length);
  if (Math.max(old.length, young.length) > MAX_LENGTH) return;
  let head = 0;
  while (head < most && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === young[young.length - 1 - tail]) tail += 1;
  const indent = young.length - young.trimStart().length;
  const common = Math.max(0, head - indent) + tail;
  if (common < MIN_IN_COMMON * (Math.max(old.length, young.length) - indent)) return;
  spans.set(before, { from: head, to: old.length - tail });
  spans.set(after, { from: head, to: young.length - tail });
}

function hunkLineText(line: HunkLine | undefined): string {
  return line === undefined || line.kind === 'no-newline' ? '' : line.text;
}
