import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastPart, partsOf, splitText } from '../../../src/gateway/outgoing/split-text.ts';

test('a text that fits stays whole', () => {
  expect(splitText('short', 100)).toEqual(['short']);
});

test('a long text is cut after a line', () => {
  expect(splitText(`${'a'.repeat(80)}\n${'b'.repeat(80)}`, 140)).toEqual(['a'.repeat(80), 'b'.repeat(80)]);
});

test('a fence that is cut is closed, and opened again with its language', () => {
  const code = Array.from({ length: 20 }, (_, line) => `line ${line} of code`).join('\n');
  const parts = splitText(`\`\`\`diff\n${code}\n\`\`\``, 200);
  expect(parts.map((part) => [part.startsWith('```diff\n'), part.endsWith('\n```')])).toEqual([
    [true, true],
    [true, true],
  ]);
});

test('every part fits, and together they are the whole text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '\n', '.'), maxLength: 2000 });
  const property = fc.property(letters, fc.integer({ min: 100, max: 500 }), (text, max) => {
    const parts = splitText(text, max);
    expect(parts.every((part) => part.length <= max)).toBe(true);
    // An unpaired half of a character cannot be written as UTF-8.
    expect(parts.map((part) => Buffer.from(part).toString())).toEqual(parts);
    expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });
  fc.assert(property);
});

test('a longer fence is not closed by a shorter one within it', () => {
  const code = Array.from({ length: 12 }, (_, line) => `\`\`\`js\nline ${line}\n\`\`\``).join('\n');
  const parts = splitText(`\`\`\`\`md\n${code}\n\`\`\`\``, 150);
  const ends = parts.map((part) => [part.startsWith('````md\n'), part.endsWith('\n````')]);
  expect(ends).toEqual(parts.map(() => [true, true]));
  expect(parts.length).toBeGreaterThan(1);
});

test('no part ends with a fence that has just been opened', () => {
  const text = `${'a'.repeat(100)}\n\`\`\`sh\n${'b'.repeat(100)}\n\`\`\``;
  expect(splitText(text, 150)[0]).toBe('a'.repeat(100));
});

test('a paragraph is kept whole where half a part would not be empty', () => {
  const text = `${'a '.repeat(35)}\n\n${'b '.repeat(10)}\n${'c '.repeat(40)}`;
  expect(splitText(text, 145)[0]).toBe('a '.repeat(35));
});

test('joined emoji, flags and letters with marks are never cut', () => {
  const characters = ['👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇦🇷', 'e\u0301', 'n\u0303'];
  const unit = fc.constantFrom(...characters, 'a');
  const property = fc.property(fc.string({ unit, minLength: 30, maxLength: 120 }), (text) => {
    const parts = splitText(text, 100);
    const split = (part: string) => [...new Intl.Segmenter().segment(part)].map(({ segment }) => segment);
    expect(parts.flatMap(split)).toEqual(split(text));
  });
  fc.assert(property);
});

test('a part is as long as it may become, not as it is', () => {
  const lengthOf = (part: string) => part.length + 10 * (part.match(/x/g)?.length ?? 0);
  const parts = [...partsOf('x abc def '.repeat(100), { max: 400, lengthOf })].filter(
    (part) => part !== undefined,
  );
  expect(parts.every((part) => lengthOf(part) <= 400)).toBe(true);
  expect(parts.join('')).toBe('x abc def '.repeat(100));
});

test('the last part begins with a line, its fence opened again', () => {
  const code = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
  expect(lastPart(`\`\`\`sh\n${code}\n\`\`\``, 80)).toBe('```sh\nline 26\nline 27\nline 28\nline 29\n```');
});
