import type { Writable } from 'node:stream';
import stringWidth from 'string-width';
import { columnsOf, type TerminalSize } from '../../core/terminal-output.ts';
import type { InputView } from './input-view.ts';

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
