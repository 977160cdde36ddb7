import { columnsOf, type TerminalSize } from '../base/terminal-size.ts';

const NARROWEST = 60;
const WIDEST = 160;

/** Columns for a screen of the command line: those of the terminal within reason, 80 where there is none. */
export function widthOf(terminal: TerminalSize): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columnsOf(terminal)));
}
