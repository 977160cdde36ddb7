import stringWidth from 'string-width';

/** One character in a picture. */
export interface PictureCell {
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
export function cellsOf(text: string, hasGlyph: HasGlyph): readonly PictureCell[] {
  const cells: PictureCell[] = [];
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

export function columnsOf(cells: readonly PictureCell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0);
}

function tabCells(column: number, from: number): readonly PictureCell[] {
  const blanks = TAB - (column % TAB) - 1;
  const blank: PictureCell = { text: ' ', columns: 1, kind: 'run', from };
  return [{ text: '→', columns: 1, kind: 'mark', from }, ...Array.from({ length: blanks }, () => blank)];
}

function cellOf(
  character: string,
  { from, isTrailing }: { readonly from: number; readonly isTrailing: boolean },
  hasGlyph: HasGlyph,
): PictureCell {
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

/**
 * Which characters of the basic plane a TrueType font can draw, from its `cmap` table (format 4, which all have).
 * @throws Error for a file that is no such font
 */
export function glyphsOf(font: Uint8Array): HasGlyph {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const table = characterTable(view);
  if (table === undefined) throw new Error('The font has no table of characters that can be read here.');
  const known = new Set<number>();
  const segments = view.getUint16(table + 6) / 2;
  for (let index = 0; index < segments; index += 1) addSegment(view, { table, segments, index }, known);
  return (codePoint) => known.has(codePoint);
}

function characterTable(view: DataView): number | undefined {
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((place) => view.getUint32(place) === 0x636d6170); // "cmap"
  if (entry === undefined) return undefined;
  const start = view.getUint32(entry + 8);
  return Array.from({ length: view.getUint16(start + 2) }, (_, index) => start + 4 + index * 8)
    .map((place) => start + view.getUint32(place + 4))
    .find((place) => view.getUint16(place) === 4);
}

/** Ends, starts, deltas and offsets stand in four arrays one after the other; two bytes lie between the first two. */
function addSegment(
  view: DataView,
  { table, segments, index }: { table: number; segments: number; index: number },
  known: Set<number>,
): void {
  const end = table + 14 + index * 2;
  const [start, delta, offset] = [1, 2, 3].map((nth) => end + 2 + nth * segments * 2);
  if (start === undefined || delta === undefined || offset === undefined) return;
  const [first, last] = [view.getUint16(start), view.getUint16(end)];
  const away = view.getUint16(offset);
  for (let code = first; code <= last && code < 0xffff; code += 1) {
    const glyph =
      away === 0
        ? (code + view.getUint16(delta)) & 0xffff
        : view.getUint16(offset + away + (code - first) * 2);
    if (glyph !== 0) known.add(code);
  }
}
