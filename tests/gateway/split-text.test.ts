import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from '../../src/gateway/split-text.ts';

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
