import { columnsOf, type TerminalSize } from '../core/terminal-size.ts';

const NARROWEST = 60;
const WIDEST = 160;

/** Columns for the command line's output: those of the terminal within limits, 80 without one. */
export function widthOf(terminal: TerminalSize): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columnsOf(terminal)));
}
