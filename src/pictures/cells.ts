import stringWidth from 'string-width';

/** One character in a picture. */
export interface Cell {
  /** The drawn text; for a `box` the digits inside it. */
  readonly text: string;
  readonly columns: 1 | 2;
  /**
   * `run`: drawn together with its neighbours. `alone`: in a text of its own, since its neighbours could move or join
   * it. `box`: no font here has it; a box shows its number. `mark`: white space made visible.
   */
  readonly kind: 'run' | 'alone' | 'box' | 'mark';
  /** Offset in the text it came from, in UTF-16 code units. */
  readonly from: number;
}

const TAB = 4;
/** Left to right, never joined with neighbours, one column each. */
const STEADY = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u0370-\u0481\u048a-\u052f\u2010-\u2027\u2190-\u25ff]$/;

/** Whether the fonts here have a character. */
export type HasGlyph = (codePoint: number) => boolean;

/**
 * The characters of one line. No character moves, hides or reverses another: tabs end at every fourth column, and a
 * character that cannot be drawn becomes a box with its number.
 */
export function cellsOf(text: string, hasGlyph: HasGlyph): readonly Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  let from = 0;
  const trailing = /[ \t]*$/.exec(text)?.index ?? text.length;
  for (const character of text) {
    const added =
      character === '\t'
        ? tabCells(column, from)
        : [cellOf(character, { from, isTrailing: from >= trailing }, hasGlyph)];
    cells.push(...added);
    column += columnsOf(added);
    from += character.length;
  }
  return cells;
}

export function columnsOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0);
}

function tabCells(column: number, from: number): readonly Cell[] {
  const blanks = TAB - (column % TAB) - 1;
  const blank: Cell = { text: ' ', columns: 1, kind: 'run', from };
  return [{ text: '→', columns: 1, kind: 'mark', from }, ...Array.from({ length: blanks }, () => blank)];
}

function cellOf(
  character: string,
  { from, isTrailing }: { readonly from: number; readonly isTrailing: boolean },
  hasGlyph: HasGlyph,
): Cell {
  if (character === ' ' && isTrailing) return { text: '·', columns: 1, kind: 'mark', from };
  const codePoint = character.codePointAt(0) ?? 0;
  if (hasGlyph(codePoint)) {
    if (STEADY.test(character)) return { text: character, columns: 1, kind: 'run', from };
    if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character))
      return { text: character, columns: 1, kind: 'alone', from };
  }
  const digits = codePoint.toString(16).toUpperCase().padStart(4, '0');
  return { text: digits, columns: digits.length > 4 || isWide(character) ? 2 : 1, kind: 'box', from };
}

function isWide(character: string): boolean {
  return stringWidth(character) > 1;
}
