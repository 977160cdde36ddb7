import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { type Locale, texts } from '../core/texts/texts.ts';
import { glyphsOf } from './cells.ts';
import { changedFiles } from './changed-files.ts';
import { cutIntoPages } from './pages.ts';
import { svgOf } from './svg.ts';
import { createHighlight } from './syntax.ts';
import { FONT_FAMILY } from './theme.ts';

/** Input of a drawing; it is sent to a worker thread. */
export interface DrawingOrder {
  readonly diff: string;
  readonly locale: Locale;
  readonly mostPages: number;
  /** Folder of the drawing program and the fonts, which the build made. */
  readonly folder: string;
}

export interface DiffPicture {
  readonly png: Uint8Array;
  /** The file that it shows. */
  readonly path: string;
  /** Number of this picture among those of the file; from 1. */
  readonly page: number;
  readonly pages: number;
}

/** Blocks while it draws, a tenth of a second and more for each picture: call it in a thread of its own. */
export async function drawDiff(order: DrawingOrder): Promise<readonly DiffPicture[]> {
  const { diff, locale, mostPages, folder } = order;
  const fonts = fontsIn(folder);
  const known = fonts.map(glyphsOf);
  const pen = {
    hasGlyph: (codePoint: number) => known.every((has) => has(codePoint)),
    highlight: createHighlight(),
    words: texts(locale).pictures,
  };
  const pages = cutIntoPages(changedFiles(diff), mostPages, pen);
  if (pages.length > 0) await openDrawing(folder);
  return pages.map((page) => ({
    png: pngOf(svgOf(page), fonts),
    path: page.path,
    page: page.number,
    pages: page.count,
  }));
}

/** A picture that was already laid out; it crosses the border to a worker. */
export interface SvgOrder {
  readonly svg: string;
  /** Folder of the drawing program and the fonts, which the build made. */
  readonly folder: string;
}

const FONTS = ['DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'];

function fontsIn(folder: string): Uint8Array[] {
  return FONTS.map((name) => new Uint8Array(readFileSync(join(folder, name))));
}

/** Before the first picture of a thread. */
export async function openDrawing(folder: string): Promise<void> {
  await initWasm(readFileSync(join(folder, 'resvg.wasm')));
}

/** Blocks while it draws: call it in a thread of its own. */
export async function drawSvg({ svg, folder }: SvgOrder): Promise<Uint8Array> {
  await openDrawing(folder);
  return pngOf(svg, fontsIn(folder));
}

export function pngOf(svg: string, fontBuffers: Uint8Array[]): Uint8Array {
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: FONT_FAMILY } });
  const image = drawing.render();
  const png = smallPng({ width: image.width, height: image.height, bytes: image.pixels });
  image.free();
  drawing.free();
  return png;
}

/** Pixels as four bytes each: red, green, blue, and an ignored opacity. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const MAX_COLOURS = 256;
/** Bits kept of red, green and blue each: colours that are equal in these bits count as one. */
const BITS = 5;

/** A PNG with one byte for each pixel and the 256 colours that are most frequent: a third of what four bytes need. */
function smallPng({ width, height, bytes }: Pixels): Uint8Array {
  const colours = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colours.length; pixel += 1) colours[pixel] = colourAt(bytes, pixel * 4);
  const counts = countsOf(colours);
  const palette = paletteOf(counts);
  const indices = new Map([...counts.keys()].map((colour) => [colour, nearestColour(colour, palette)]));
  const rows = Buffer.alloc((width + 1) * height); // each begins with its filter: none
  let [before, index] = [-1, 0];
  for (const [pixel, colour] of colours.entries()) {
    if (colour !== before) [before, index] = [colour, indices.get(colour) ?? 0];
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits, palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from(palette.flatMap((colour) => partsOf(colour)))),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 16) | ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0);
}

function partsOf(colour: number): readonly [number, number, number] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

/** How often each colour occurs. Neighbours are mostly of one colour: they are counted together. */
function countsOf(colours: Uint32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  let start = 0;
  for (let end = 1; end <= colours.length; end += 1) {
    const colour = colours[start] ?? 0;
    if (colours[end] === colour) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + end - start);
    start = end;
  }
  return counts;
}

/** Among nearly equal colours the most frequent one is taken: flat areas keep their own colour exactly. */
function paletteOf(counts: ReadonlyMap<number, number>): readonly number[] {
  const buckets = new Map<number, { count: number; colour: number; most: number }>();
  for (const [colour, count] of counts) {
    const key = bucketOf(colour);
    const bucket = buckets.get(key) ?? { count: 0, colour, most: 0 };
    bucket.count += count;
    if (count > bucket.most) [bucket.colour, bucket.most] = [colour, count];
    buckets.set(key, bucket);
  }
  const frequent = [...buckets.values()].sort(
    (one, other) => other.count - one.count || one.colour - other.colour,
  );
  return frequent.slice(0, MAX_COLOURS).map(({ colour }) => colour);
}

function bucketOf(colour: number): number {
  const [red, green, blue] = partsOf(colour).map((part) => part >> (8 - BITS));
  return ((red ?? 0) << (2 * BITS)) | ((green ?? 0) << BITS) | (blue ?? 0);
}

/** Index of the colour of the palette that is nearest. */
function nearestColour(colour: number, palette: readonly number[]): number {
  const [red, green, blue] = partsOf(colour);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let index = 0; index < palette.length && least > 0; index += 1) {
    const [otherRed, otherGreen, otherBlue] = partsOf(palette[index] ?? 0);
    const distance = (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
