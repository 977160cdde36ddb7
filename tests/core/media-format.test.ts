import { expect, test } from 'vitest';
import { imageFormatOf } from '../../src/core/media-format.ts';

function bytes(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

const PNG = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0]);
const GIF = bytes('GIF89a', [0x40, 1, 0xf0, 0]);
/** A preview of its own size stands before the frame, and a filling byte. */
const PREVIEW = bytes([0xff, 0xe1, 0, 11], [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1]);
const JPEG = bytes(
  [0xff, 0xd8],
  PREVIEW.toString('latin1'),
  [0xff, 0xff, 0xc2, 0, 17, 8, 2, 0x58, 3, 0x20, 3],
);
const WEBP = (kind: string, rest: readonly number[]): Buffer =>
  bytes('RIFF', [30, 0, 0, 0], `WEBP${kind}`, [18, 0, 0, 0], rest, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

test.each([
  ['PNG', PNG, 'image/png', 1024, 768],
  ['GIF', GIF, 'image/gif', 320, 240],
  ['JPEG', JPEG, 'image/jpeg', 800, 600],
  ['lossy WebP', WEBP('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 0x41]), 'image/webp', 640, 480],
  ['lossless WebP', WEBP('VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0]), 'image/webp', 640, 480],
  ['extended WebP', WEBP('VP8X', [0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]), 'image/webp', 640, 480],
])('a %s says what it is', (_kind, file, mediaType, width, height) => {
  expect(imageFormatOf(file)).toEqual({ mediaType, width, height });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('a picture of a cat that is no picture at all')],
  ['a PDF', Buffer.from('%PDF-1.7 and more than thirty bytes of it')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['a HEIC', bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1heic and the rest')],
  ['a picture without height', bytes('GIF89a', [0x40, 1, 0, 0])],
  ['a PNG that is cut off', PNG.subarray(0, 20)],
  ['a JPEG that is cut off', JPEG.subarray(0, 18)],
  ['a WAV', bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt and the rest of the sound')],
])('%s is no picture', (_what, file) => {
  expect(imageFormatOf(file)).toBeUndefined();
});

test('a JPEG of filling bytes alone ends the search', () => {
  expect(
    imageFormatOf(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100_000, 0xff)])),
  ).toBeUndefined();
});
