import { clearScreenDown, cursorTo, type Interface, moveCursor } from 'node:readline';
import type { Writable } from 'node:stream';
import stringWidth from 'string-width';
import { columnsOf } from '../../core/terminal-size.ts';

/**
 * Messages that scroll up, below them at most one live message that can still change, below that the prompt. Every
 * change erases from the live message downwards and draws it again, so that typed text stays.
 */
export class Screen {
  readonly #output: Writable & { readonly columns?: number };
  readonly #prompt: Interface;
  #living: readonly string[] = [];

  constructor(output: Writable & { readonly columns?: number }, prompt: Interface) {
    this.#output = output;
    this.#prompt = prompt;
  }

  /** Prints lines for good, above the living message. */
  print(lines: readonly string[]): void {
    this.#redraw(lines, this.#living);
  }

  /** Replaces the live message; no lines = none. */
  showLiving(lines: readonly string[]): void {
    this.#redraw([], lines);
  }

  /** The live message no longer changes; later output is drawn below it. */
  settle(): void {
    this.#living = [];
  }

  /** The person pressed Enter: their line has scrolled up, the live message above it stays where it is. */
  lineEntered(): void {
    this.#living = [];
    this.#prompt.prompt();
  }

  #redraw(printed: readonly string[], living: readonly string[]): void {
    const rowsAbove = this.#rowsOf(this.#living) + this.#prompt.getCursorPos().rows;
    cursorTo(this.#output, 0);
    if (rowsAbove > 0) moveCursor(this.#output, 0, -rowsAbove);
    clearScreenDown(this.#output);
    const lines = [...printed, ...living];
    if (lines.length > 0) this.#output.write(`${lines.join('\n')}\n`);
    this.#living = living;
    this.#prompt.prompt(true);
  }

  #rowsOf(lines: readonly string[]): number {
    const columns = columnsOf(this.#output);
    return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / columns)), 0);
  }
}
