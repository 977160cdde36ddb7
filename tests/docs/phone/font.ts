import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf');

export interface Font {
  /** As an SVG calls it, with its weight. */
  readonly attributes: string;
  readonly bytes: Uint8Array;
  /** Width of a character as a share of the size; undefined when the font does not have it. */
  advance(codePoint: number): number | undefined;
}

/** The fonts of the pictures, from the package whose Mono is shipped for pictures of changes. */
export function openFonts(): { readonly plain: Font; readonly bold: Font; readonly code: Font } {
  return {
    plain: openFont('DejaVuSansCondensed.ttf', 'font-family="DejaVu Sans" font-stretch="condensed"'),
    bold: openFont(
      'DejaVuSansCondensed-Bold.ttf',
      'font-family="DejaVu Sans" font-stretch="condensed" font-weight="bold"',
    ),
    code: openFont('DejaVuSansMono.ttf', 'font-family="DejaVu Sans Mono"'),
  };
}

function openFont(file: string, attributes: string): Font {
  const bytes = new Uint8Array(readFileSync(path.join(FOLDER, file)));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = tablesOf(view);
  const unitsPerEm = view.getUint16(tables.head + 18);
  const widths = view.getUint16(tables.hhea + 34);
  const glyphs = glyphsOf(view, tables.cmap);
  return {
    attributes,
    bytes,
    advance(codePoint) {
      const glyph = glyphs.get(codePoint);
      // Glyphs behind the last width all have that one.
      return glyph === undefined
        ? undefined
        : view.getUint16(tables.hmtx + Math.min(glyph, widths - 1) * 4) / unitsPerEm;
    },
  };
}

type Table = 'cmap' | 'head' | 'hhea' | 'hmtx';

function tablesOf(view: DataView): Readonly<Record<Table, number>> {
  const found = { cmap: 0, head: 0, hhea: 0, hmtx: 0 };
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const entry = 12 + index * 16;
    const name = [0, 1, 2, 3].map((at) => String.fromCharCode(view.getUint8(entry + at))).join('');
    if (name in found) found[name as Table] = view.getUint32(entry + 8);
  }
  return found;
}

/** Glyphs by code point, from the table of format 12, which covers all planes. */
function glyphsOf(view: DataView, cmap: number): ReadonlyMap<number, number> {
  const table = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => cmap + 4 + index * 8)
    .map((entry) => cmap + view.getUint32(entry + 4))
    .find((start) => view.getUint16(start) === 12);
  if (table === undefined) throw new Error('The font has no table of all characters.');
  const glyphs = new Map<number, number>();
  for (let group = 0; group < view.getUint32(table + 12); group += 1) {
    const at = table + 16 + group * 12;
    const [first, last, glyph] = [view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8)];
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
  }
  return glyphs;
}
