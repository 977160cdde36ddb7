import { crc32, deflateSync } from 'node:zlib';

/** Pixels as four bytes each: red, green, blue, and an opacity that is not looked at. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const MOST_COLOURS = 256;
/** Colours that differ less than this in each part, of 32 steps, are one. */
const BITS = 5;

/** A PNG with one byte for each pixel and the 256 colours that are most frequent: a third of what four bytes need. */
export function smallPng({ width, height, bytes }: Pixels): Uint8Array {
  const { palette, indexOf } = paletteOf(bytes);
  const rows = Buffer.alloc((width + 1) * height); // each begins with its filter: none
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf((y * width + x) * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits, palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Colour = readonly [number, number, number];

interface Palette {
  readonly palette: readonly Colour[];
  /** Index of the colour of the pixel whose four bytes begin at `offset`. */
  indexOf(offset: number): number;
}

/** Of colours that are nearly the same the most frequent one is taken: flat areas keep their own colour exactly. */
function paletteOf(bytes: Uint8Array): Palette {
  const bucketAt = (offset: number): number => bucketOf(bytes[offset], bytes[offset + 1], bytes[offset + 2]);
  const counts = new Uint32Array(1 << (3 * BITS));
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const bucket = bucketAt(offset);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const used = [...counts.keys()].filter((bucket) => (counts[bucket] ?? 0) > 0);
  const frequent = used
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0) || one - other)
    .slice(0, MOST_COLOURS);
  const exact = exactColours(bytes, bucketAt, frequent);
  const palette = frequent.map((bucket) => exact.get(bucket) ?? middleOf(bucket));
  const indices = new Uint8Array(counts.length);
  for (const bucket of used) indices[bucket] = nearest(middleOf(bucket), bucket, { frequent, palette });
  return { palette, indexOf: (offset) => indices[bucketAt(offset)] ?? 0 };
}

/** The most frequent colour of each of these buckets. */
function exactColours(
  bytes: Uint8Array,
  bucketAt: (offset: number) => number,
  buckets: readonly number[],
): ReadonlyMap<number, Colour> {
  const counts = new Map<number, Map<number, number>>(buckets.map((bucket) => [bucket, new Map()]));
  // Neighbours are mostly of one colour: they are counted together.
  let [start, before] = [0, -1];
  for (let offset = 0; offset <= bytes.length; offset += 4) {
    const colour = offset === bytes.length ? -2 : colourAt(bytes, offset);
    if (colour === before) continue;
    const colours = start === offset ? undefined : counts.get(bucketAt(start));
    colours?.set(before, (colours.get(before) ?? 0) + (offset - start) / 4);
    [start, before] = [offset, colour];
  }
  return new Map(
    [...counts].map(([bucket, colours]) => {
      const [[colour] = [0]] = [...colours].sort(
        ([one, oneCount], [other, otherCount]) => otherCount - oneCount || one - other,
      );
      return [bucket, [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]];
    }),
  );
}

function colourAt(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 16) | ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0);
}

function bucketOf(red = 0, green = 0, blue = 0): number {
  const shift = 8 - BITS;
  return ((red >> shift) << (2 * BITS)) | ((green >> shift) << BITS) | (blue >> shift);
}

function middleOf(bucket: number): Colour {
  const mask = (1 << BITS) - 1;
  const shift = 8 - BITS;
  const part = (bits: number): number => ((bits & mask) << shift) + (1 << (shift - 1));
  return [part(bucket >> (2 * BITS)), part(bucket >> BITS), part(bucket)];
}

function nearest(
  colour: Colour,
  bucket: number,
  { frequent, palette }: { readonly frequent: readonly number[]; readonly palette: readonly Colour[] },
): number {
  const own = frequent.indexOf(bucket);
  if (own !== -1) return own;
  const distances = palette.map((other) => distance(colour, other));
  return distances.indexOf(Math.min(...distances));
}

function distance(one: Colour, other: Colour): number {
  return one.reduce((sum, part, index) => sum + (part - (other[index] ?? 0)) ** 2, 0);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
