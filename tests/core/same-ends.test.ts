import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineEnd, lineStart, sameAtEnd, sameAtStart } from '../../src/core/text.ts';

/** Few signs, so that much is the same; long enough for every length that is compared at once. */
const texts = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', '\n', '\u{1F600}', '\uD83D'), fc.constant('x'.repeat(300))), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

/** One after the other. */
function countedAtStart(one: string, other: string): number {
  let same = 0;
  while (same < Math.min(one.length, other.length) && one.charCodeAt(same) === other.charCodeAt(same))
    same += 1;
  return same;
}

function backwards(text: string): string {
  return text.split('').reverse().join('');
}

test('what two texts have in common at both ends is counted in code units', () => {
  fc.assert(
    fc.property(texts, texts, texts, texts, (head, one, other, tail) => {
      const [before, after] = [head + one + tail, head + other + tail];
      const start = sameAtStart(before, after);
      expect(start).toBe(countedAtStart(before, after));
      const most = Math.min(before.length, after.length) - start;
      expect(sameAtEnd(before, after, start)).toBe(
        Math.min(most, countedAtStart(backwards(before), backwards(after))),
      );
    }),
  );
});

test('long texts, and equal ones', () => {
  const long = 'line\n'.repeat(3_000);
  expect(sameAtStart(long, long)).toBe(long.length);
  expect(sameAtStart(`${long}a`, `${long}b`)).toBe(long.length);
  expect(sameAtEnd(`a${long}`, `b${long}`, 0)).toBe(long.length);
  expect(sameAtEnd(long, long, long.length)).toBe(0);
  expect(sameAtEnd(long, long, 7)).toBe(long.length - 7);
  expect([sameAtStart('', long), sameAtEnd('', long, 0)]).toEqual([0, 0]);
});

test.each([
  ['ab\ncd\n', 4, 3, 5],
  ['ab\ncd\n', 3, 3, 5],
  ['ab\ncd\n', 0, 0, 2],
  ['ab\ncd', 4, 3, 5],
])('the line of a place in %j', (text, at, start, end) => {
  expect([lineStart(text, at), lineEnd(text, at)]).toEqual([start, end]);
});
