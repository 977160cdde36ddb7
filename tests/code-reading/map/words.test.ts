import { expect, test } from 'vitest';
import { hashOf, SourceWords } from '../../../src/code-reading/map/words.ts';

const holds = (text: string, word: string) => new SourceWords().in(Buffer.from(text)).includes(hashOf(word));

test.each([
  ['const keyedQueue = new KeyedQueue();', 'KeyedQueue', true],
  ["import { a } from './tool-calls.ts';", 'tool-calls', true],
  ["import { a } from './tool-calls.ts';", 'calls', true],
  ['a - b', 'a-b', false],
  ['x', 'x', false],
  ['naïve', 'naïve', true],
  ['12ab', 'ab', true],
])('%j holds %j: %s', (text, word, isHeld) => {
  expect(holds(text, word)).toBe(isHeld);
});

test('each word once, in ascending order, and not more than is bounded', () => {
  const words = new SourceWords();
  expect([...words.in(Buffer.from('bb aa bb'))]).toEqual([hashOf('aa'), hashOf('bb')].sort((a, b) => a - b));
  const many = Array.from({ length: 9999 }, (_, n) => `word${n}`).join(' ');
  expect(words.in(Buffer.from(many))).toHaveLength(3000);
});
