import type { Writable } from 'node:stream';
import stringWidth from 'string-width';
import { columnsOf, type TerminalSize } from '../../core/terminal-output.ts';
import { charactersOf, type Draft } from './draft.ts';

const NO_INPUT: InputView = { rows: [], cursor: { row: 0, column: 0 } };

/**
 * Messages that scroll up, below them at most one live message that can still change, below that the input. Every
 * change erases from the live message downwards and draws it again, in one write, so that nothing flickers and typed
 * text stays.
 */
export class Screen {
  readonly #output: Writable & TerminalSize;
  #live: readonly string[] = [];
  /** The message right above the live one; empty once anything else was drawn. */
  #above: readonly string[] = [];
  #input = NO_INPUT;
  #closed = false;

  constructor(output: Writable & TerminalSize) {
    this.#output = output;
  }

  /** Prints lines for good, above the live message. */
  print(lines: readonly string[]): void {
    this.#redraw({ printed: lines, live: this.#live, input: this.#input });
  }

  /**
   * Replaces the live message. One that is higher than the screen could not be erased: a new one is then printed for
   * good, and a change shows its beginning and its end.
   */
  showLive(lines: readonly string[]): void {
    const room = this.#roomForLive();
    const input = this.#input;
    const above = this.#above;
    if (this.#rowsOf(lines) <= room) this.#redraw({ printed: [], live: lines, input, above });
    else if (this.#live.length === 0) this.#redraw({ printed: lines, live: [], input });
    else this.#redraw({ printed: [], live: this.#shortened(lines, room), input, above });
  }

  /** The live message is no longer that; later output is drawn below it. */
  settle(): void {
    this.#above = this.#live;
    this.#live = [];
  }

  /** Replaces the message right above the live one; one that has scrolled away stays as it is. */
  amend(lines: readonly string[]): void {
    const live = this.#live;
    const room = this.#roomForLive();
    const fits = [this.#above, lines].every((above) => this.#rowsOf([...above, ...live]) <= room);
    if (this.#above.length === 0 || !fits) return;
    // Both are erased, and drawn again.
    this.#live = [...this.#above, ...live];
    this.#redraw({ printed: lines, live, input: this.#input, above: lines });
  }

  showInput(input: InputView): void {
    this.#redraw({ printed: [], live: this.#live, input });
  }

  /** The input scrolls up as these rows; the live message stays above them. */
  enter(rows: readonly string[], next: InputView): void {
    this.#redraw({ printed: [...this.#live, ...rows], live: [], input: next });
  }

  /** Everything but the input is gone from the screen. */
  clear(): void {
    const input = this.#input;
    [this.#live, this.#above, this.#input] = [[], [], NO_INPUT];
    this.#output.write('\u001b[2J\u001b[H');
    this.#redraw({ printed: [], live: [], input });
  }

  /** Leaves everything as it is, with this line below it; nothing is drawn after it. */
  close(line: string): void {
    if (this.#closed) return;
    this.#redraw({ printed: [], live: this.#live, input: NO_INPUT });
    this.#output.write(`${line}\n`);
    this.#closed = true;
  }

  #redraw({ printed, live, input, above = [] }: ScreenFrame): void {
    if (this.#closed) return;
    const rowsAbove = this.#rowsOf(this.#live) + this.#rowsToCursor();
    const lines = [...printed, ...live].map((line) => `${line}\n`).join('');
    const { row, column } = input.cursor;
    const rowsBelow = input.rows.length - 1 - row;
    this.#output.write(
      `\r${up(rowsAbove)}\u001b[J${lines}${input.rows.join('\n')}${up(rowsBelow)}\r${right(column)}`,
    );
    this.#live = live;
    this.#above = above;
    this.#input = input;
  }

  /** By the present width: a terminal wraps what is on it anew when its size changes. */
  #rowsOf(lines: readonly string[]): number {
    const columns = columnsOf(this.#output);
    return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / columns)), 0);
  }

  #rowsToCursor(): number {
    const { rows, cursor } = this.#input;
    const inRow = Math.floor(cursor.column / columnsOf(this.#output));
    return this.#rowsOf(rows.slice(0, cursor.row)) + inRow;
  }

  /** Without a known height there is always room. */
  #roomForLive(): number {
    const { rows } = this.#output;
    if (rows === undefined || rows < 1) return Number.POSITIVE_INFINITY;
    return Math.max(1, rows - Math.max(1, this.#rowsOf(this.#input.rows)) - 1);
  }

  /** The beginning and the end of what is too high. */
  #shortened(lines: readonly string[], room: number): readonly string[] {
    const atStart = this.#fitting(lines, Math.ceil((room - 1) / 2));
    const atEnd = this.#fitting(lines.slice(atStart.length).toReversed(), Math.floor((room - 1) / 2));
    return [...atStart, '…', ...atEnd.toReversed()];
  }

  /** As many of the first lines as take at most so many rows. */
  #fitting(lines: readonly string[], rows: number): readonly string[] {
    let count = 0;
    while (count < lines.length && this.#rowsOf(lines.slice(0, count + 1)) <= rows) count += 1;
    return lines.slice(0, count);
  }
}

interface ScreenFrame {
  readonly printed: readonly string[];
  readonly live: readonly string[];
  readonly input: InputView;
  /** What stands right above the live message and may still be replaced. */
  readonly above?: readonly string[];
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

function right(columns: number): string {
  return columns > 0 ? `\u001b[${columns}C` : '';
}

/** The lines below the messages, as they stand on the screen, and where the cursor is in them. */
export interface InputView {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

interface InputSpace {
  readonly columns: number;
  /** At most so many rows are shown: those around the cursor. */
  readonly rows: number;
}

/** A tab would be as wide as the terminal likes. */
const TAB = '    ';

/** Wraps a message that is being written behind its prompt; further lines begin below its text where there is room. */
export function inputView(prompt: string, { text, cursor }: Draft, space: InputSpace): InputView {
  const { columns } = space;
  const room = stringWidth(prompt);
  const rows = new WrappedRows(prompt, columns);
  const indent = room * 3 < columns ? ' '.repeat(room) : '';
  let offset = 0;
  let at: InputView['cursor'] | undefined;
  for (const character of charactersOf(text)) {
    const shown = character === '\t' ? TAB : character;
    if (character !== '\n') rows.makeRoom(stringWidth(shown));
    if (offset === cursor) at = rows.end();
    if (character === '\n') rows.next(indent);
    else rows.add(shown);
    offset += character.length;
  }
  // A terminal has no place behind its last column.
  rows.makeRoom(1);
  return clipToHeight({ rows: rows.all(), cursor: at ?? rows.end() }, space.rows);
}

/** Text that is wrapped as the terminal would wrap it. */
class WrappedRows {
  readonly #columns: number;
  readonly #full: string[] = [];
  #row: string;
  #column: number;

  constructor(first: string, columns: number) {
    [this.#row, this.#column, this.#columns] = [first, stringWidth(first), columns];
  }

  makeRoom(width: number): void {
    if (this.#column + width > this.#columns && this.#column > 0) this.next('');
  }

  next(begin: string): void {
    this.#full.push(this.#row);
    [this.#row, this.#column] = [begin, begin.length];
  }

  add(text: string): void {
    [this.#row, this.#column] = [this.#row + text, this.#column + stringWidth(text)];
  }

  end(): InputView['cursor'] {
    return { row: this.#full.length, column: this.#column };
  }

  all(): readonly string[] {
    return [...this.#full, this.#row];
  }
}

function clipToHeight({ rows, cursor }: InputView, max: number): InputView {
  if (rows.length <= max) return { rows, cursor };
  const from = Math.max(0, Math.min(cursor.row - Math.floor(max / 2), rows.length - max));
  return { rows: rows.slice(from, from + max), cursor: { ...cursor, row: cursor.row - from } };
}
