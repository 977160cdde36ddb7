import wrapAnsi from 'wrap-ansi';
import { columnsOf, type TerminalSize } from './terminal-size.ts';

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
