import type { HasGlyph } from './cells.ts';

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

interface Segment {
  readonly table: number;
  readonly segments: number;
  readonly index: number;
}

/** Ends, starts, deltas and offsets stand in four arrays one after the other; two bytes lie between the first two. */
function addSegment(view: DataView, { table, segments, index }: Segment, known: Set<number>): void {
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
