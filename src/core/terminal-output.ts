import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Size of the terminal behind a stream. Without one, both are undefined. */
export interface TerminalSize {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

const DEFAULT_COLUMNS = 80;

/**
 * At least 1. A pseudo-terminal whose size was never set has 0 columns: a division by that would scroll without end.
 */
export function columnsOf({ columns }: TerminalSize): number {
  return columns === undefined || columns < 1 ? DEFAULT_COLUMNS : columns;
}

/** True also where the terminal does not report its size. */
export function isRoomFor(needed: Required<TerminalSize>, { columns, rows }: TerminalSize): boolean {
  const fits = (needed: number | undefined, there: number | undefined): boolean =>
    there === undefined || there < 1 || (needed ?? 0) <= there;
  return fits(needed.columns, columns) && fits(needed.rows, rows);
}

const MIN_OUTPUT_WIDTH = 60;
const MAX_OUTPUT_WIDTH = 160;

/** Columns for the command line's output: those of the terminal within limits, 80 without one. */
export function widthOf(terminal: TerminalSize): number {
  return Math.min(MAX_OUTPUT_WIDTH, Math.max(MIN_OUTPUT_WIDTH, columnsOf(terminal)));
}

/** Facts about the terminal behind a stream. */
export interface TerminalStream extends TerminalSize {
  readonly isTTY?: boolean | undefined;
}

/** Wrapped between words where a person reads it on a screen; a pipe gets it whole, for the program that reads it. */
export function fitToScreen(screen: TerminalStream, text: string): string {
  if (screen.isTTY !== true) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, columnsOf(screen)))
    .join('\n');
}

/** What a line begins with belongs to it, as in a QR code; the blank where it is cut does not begin the next one. */
function wrapLine(line: string, columns: number): string {
  const [first = '', ...rest] = wrapAnsi(line, columns, { trim: false }).split('\n');
  return [first, ...rest.map((row) => row.trimStart())].join('\n');
}

export interface Column<Row> {
  readonly title: string;
  text(row: Row): string;
}

const COLUMN_GAP = '  ';
/** Least width of the last column, even if the table becomes wider than asked. */
const NARROWEST_COLUMN = 20;

/** Columns as wide as their contents; the last one takes the rest and is wrapped. Nothing is cut. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<NoInfer<Row>>[],
  width: number,
): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ];
  const fixed = columns
    .slice(0, -1)
    .map((_, at) => Math.max(...cells.map((line) => stringWidth(line[at] ?? ''))));
  const before = fixed.reduce((sum, size) => sum + size + COLUMN_GAP.length, 0);
  const left = Math.max(NARROWEST_COLUMN, width - before);
  return cells.flatMap((line) => wrapRow(line, fixed, left)).join('\n');
}

function wrapRow(line: readonly string[], fixed: readonly number[], left: number): readonly string[] {
  const head = fixed.map((size, at) => `${padToWidth(line[at] ?? '', size)}${COLUMN_GAP}`).join('');
  const [first = '', ...more] = wrapAnsi(line.at(-1) ?? '', left, { hard: true }).split('\n');
  const indent = ' '.repeat(stringWidth(head));
  return [`${head}${first}`, ...more.map((text) => `${indent}${text}`)].map((text) => text.trimEnd());
}

function padToWidth(text: string, size: number): string {
  return `${text}${' '.repeat(size - stringWidth(text))}`;
}
