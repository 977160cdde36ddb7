import wrapAnsi from 'wrap-ansi';
import { columnsOf, type TerminalSize } from './terminal-size.ts';

/** What a stream may say of the terminal behind it. */
export interface Screen extends TerminalSize {
  readonly isTTY?: boolean | undefined;
}

/** Wrapped between words where a person reads it on a screen; a pipe gets it whole, for the program that reads it. */
export function fittedTo(screen: Screen, text: string): string {
  return screen.isTTY === true ? wrapAnsi(text, columnsOf(screen), { trim: false }) : text;
}
