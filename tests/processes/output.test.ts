import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideLimit, headAndTail, type LogText, plainText } from '../../src/processes/output.ts';

function whole(text: string): LogText {
  return {
    head: text,
    tail: text,
    isWhole: true,
    bytes: Buffer.byteLength(text),
    file: '/logs/p-1/stdout.log',
  };
}

test.each([
  ['colours are dropped', '\u001b[1;31merror\u001b[0m: x', 'error: x'],
  ['window titles are dropped', '\u001b]0;title\u0007text', 'text'],
  ['links keep their words', '\u001b]8;;https://x.y\u001b\\here\u001b]8;;\u001b\\ now', 'here now'],
  ['an unterminated title hides one line at most', '\u001b]0;title\nnext', '0;title\nnext'],
  ['cursor movements are dropped', '\u001b[2K\u001b[1Gdone', 'done'],
  ['eight-bit sequences are dropped', '\u009b31mred', 'red'],
  ['progress shows its last state', '10%\r50%\r100%\nend', '100%\nend'],
  ['a progress line that ends with a return keeps it', '10%\r100%\r', '100%'],
  ['line ends of Windows become plain', 'a\r\nb\r\r\n', 'a\nb\n'],
  ['other control characters are dropped', 'a\u0000b\u0008c\u007fd\te', 'abcd\te'],
  ['half a surrogate pair is replaced', 'a\ud83db', 'a\ufffdb'],
])('%s', (_claim, raw, shown) => {
  expect(plainText(raw)).toBe(shown);
});

test('a megabyte of carriage returns is folded in time that grows with its length only', () => {
  expect(plainText('\r'.repeat(1_000_000))).toBe('');
});

test('a text within the limit is shown as it is', () => {
  expect(headAndTail(whole('a\nb\n'), 4)).toBe('a\nb\n');
});

test('an error on line 1 and one on the last of 100,000 lines both show', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index + 1}`);
  const text = ['error at the start', ...lines, 'error at the end'].join('\n');
  const shown = headAndTail(whole(text), 30_000);
  expect([shown.startsWith('error at the start\n'), shown.endsWith('\nerror at the end')]).toEqual([
    true,
    true,
  ]);
});

test('cuts on line bounds and says how much is missing and where all of it is', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${String(index).padStart(3, '0')}`).join('\n');
  expect(headAndTail(whole(text), 200).split('\n')).toEqual([
    'line 000',
    'line 001',
    '[... 775 of 899 bytes left out; all of it is in /logs/p-1/stdout.log ...]',
    ...Array.from({ length: 12 }, (_, index) => `line 0${88 + index}`),
  ]);
});

test('the shortened text never exceeds the limit and never splits a surrogate pair', () => {
  const pieces = fc.array(fc.constantFrom('a', '\n', '\u{1f600}', 'word ', '\u00e9'), { maxLength: 600 });
  const property = fc.property(pieces, fc.integer({ min: 1, max: 300 }), (parts, limit) => {
    const shown = headAndTail(whole(parts.join('')), limit);
    expect(shown.length).toBeLessThanOrEqual(limit);
    expect(shown).not.toMatch(/\p{Surrogate}/u);
  });
  void fc.assert(property);
});

test.each([
  [100, 30, 40, [30, 40]],
  [100, 30, 400, [30, 70]],
  [100, 400, 30, [70, 30]],
  [100, 400, 400, [50, 50]],
  [101, 400, 400, [50, 51]],
])('%i characters for %i and %i are shared as %j', (limit, first, second, expected) => {
  expect(divideLimit(limit, first, second)).toEqual(expected);
});
