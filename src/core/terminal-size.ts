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
