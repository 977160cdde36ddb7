const NARROWEST = 60;
const USUAL = 80;
const WIDEST = 160;

/** Columns for a screen of the command line: those of the terminal within reason, 80 where there is none. */
export function widthOf({ columns = USUAL }: { readonly columns?: number | undefined }): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns));
}
