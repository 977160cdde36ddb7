import { expect, test } from 'vitest';
import { BrokenForm, type FormPiece, FormReader } from '../../src/web-server/form-parts.ts';

const FORM = [
  'what stands before the first delimiter is not read',
  '--bound',
  'Content-Disposition: form-data; name="text"',
  '',
  'one\r\n--bou two',
  '--bound',
  'content-disposition: form-data; name="files"; filename="a %22b%22; name=%0D.txt"',
  'Content-Type: text/plain',
  '',
  '',
  '--bound--',
  'nor what stands behind the last',
].join('\r\n');

/** Heads, and all bytes behind each as one text. */
function readIn(text: string, step: number): readonly unknown[] {
  const reader = new FormReader('bound');
  const pieces: FormPiece[] = [];
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += step)
    pieces.push(...reader.take(bytes.subarray(from, from + step)).map((piece) => copyOf(piece)));
  reader.end();
  const read: unknown[] = [];
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) read.push(`${read.pop()}${piece.toString()}`);
    else read.push(piece, '');
  }
  return read;
}

function copyOf(piece: FormPiece): FormPiece {
  return piece instanceof Uint8Array ? Buffer.from(piece) : piece;
}

test.each([1, 2, 3, 7, 50, 10_000])('a form that comes in pieces of %i bytes is read the same', (step) => {
  expect(readIn(FORM, step)).toEqual([
    { name: 'text', fileName: undefined, mimeType: '' },
    'one\r\n--bou two',
    { name: 'files', fileName: 'a "b"; name=\r.txt', mimeType: 'text/plain' },
    '',
  ]);
});

test.each([
  ['nothing', ''],
  ['another delimiter', '--other\r\n\r\n--other--'],
  ['no end', FORM.replace('--bound--', '')],
  ['a delimiter that goes on', FORM.replace('--bound--', '--boundless')],
  ['a part without a name', FORM.replace('; name="text"', '')],
  ['a part that is no field', FORM.replace('form-data; name="text"', 'attachment; name="text"')],
  ['a head without an end', `--bound\r\n${'x'.repeat(9000)}`],
])('%s is no form', (_what, text) => {
  expect(() => readIn(text, 100)).toThrow(BrokenForm);
});
