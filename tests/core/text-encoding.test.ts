import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBytes, encodeText, type TextEncoding } from '../../src/core/text-encoding.ts';

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');

describe('the encoding of a file', () => {
  test.each<[string, Buffer, ReturnType<typeof decodeBytes>]>([
    ['nothing', hex(''), { text: '', encoding: 'utf-8' }],
    ['ASCII', Buffer.from('one\n'), { text: 'one\n', encoding: 'utf-8' }],
    ['UTF-8 with its mark', hex('ef bb bf 61'), { text: '\ufeffa', encoding: 'utf-8' }],
    [
      'Latin-1',
      Buffer.from('el ni\u00f1o\n', 'latin1'),
      { text: 'el ni\u00f1o\n', encoding: 'windows-1252' },
    ],
    [
      'Windows-1252',
      hex('93 68 6f 6c 61 2c 20 6d 75 6e 64 6f 94 20 80 35'),
      { text: '\u201chola, mundo\u201d \u20ac5', encoding: 'windows-1252' },
    ],
    ['UTF-16, low byte first', hex('ff fe e1 00 0a 00'), { text: '\ufeff\u00e1\n', encoding: 'utf-16le' }],
    [
      'UTF-16, high byte first',
      hex('fe ff 00 e1 d8 3d de 00'),
      { text: '\ufeff\u00e1\u{1f600}', encoding: 'utf-16be' },
    ],
    ['UTF-16 cut in the middle of a character', hex('ff fe 61'), 'unknown'],
    ['UTF-16 with half a pair', hex('ff fe 3d d8 61 00'), 'unknown'],
    ['UTF-32', hex('ff fe 00 00 61 00 00 00'), 'binary'],
    ['NUL', hex('61 00 62'), 'binary'],
    ['compressed data', hex('1f 8b 08 ff 61 62 63 64'), 'binary'],
    ['UTF-8 that was cut', Buffer.concat([Buffer.from('a\u00f1o '), hex('e2 82')]), 'unknown'],
    ['Shift-JIS', hex('93 fa 96 7b 8c ea'), 'unknown'],
    ['Cyrillic in Windows-1251', hex('cf f0 e8 e2 e5 f2'), 'unknown'],
  ])('%s', (_, bytes, expected) => {
    expect(decodeBytes(bytes)).toEqual(expected);
  });

  test('what is read goes back as the same bytes', () => {
    const words = fc.array(
      fc.constantFrom('caf\u00e9', 'ni\u00f1o', '\u201cto be\u201d', 'int main', '\n', ' '),
    );
    const encodings = fc.constantFrom<TextEncoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252');
    void fc.assert(
      fc.property(words, encodings, (parts, encoding) => {
        const mark = encoding.startsWith('utf-16') ? '\ufeff' : '';
        const bytes = encodeText(`${mark}int main\n${parts.join('')}`, encoding, 'a');
        const read = decodeBytes(bytes);
        if (typeof read === 'string') throw new Error(read);
        expect(encodeText(read.text, read.encoding, 'a')).toEqual(bytes);
      }),
    );
  });

  test('any bytes that are read go back as they were', () => {
    void fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (given) => {
        const bytes = Buffer.concat([Buffer.from('plain text before it, '), given]);
        const read = decodeBytes(bytes);
        if (typeof read === 'object') expect(encodeText(read.text, read.encoding, 'a')).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['\u2192', '\u{1f600}', '\x80', '\x81', '\x9d', '\x9f'])(
    'a character that the encoding does not have is named: %j',
    (character) => {
      expect(() => encodeText(`a ${character} b`, 'windows-1252', 'docs/a.txt')).toThrow(
        `docs/a.txt is in Windows-1252, which has no ${JSON.stringify(character)}.`,
      );
    },
  );
});
