import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wavesOf } from '../../src/agent/calls/tool-calls.ts';

const isRead = (name: string): boolean => name.startsWith('r');

test.each([
  [
    ['r1', 'r2', 'e', 'r3', 'r4'],
    [['r1', 'r2'], ['e'], ['r3', 'r4']],
  ],
  [
    ['e1', 'e2'],
    [['e1'], ['e2']],
  ],
  [[], []],
  [Array.from({ length: 9 }, (_, n) => `r${n}`), [Array.from({ length: 8 }, (_, n) => `r${n}`), ['r8']]],
])('%j', (calls, waves) => {
  expect(wavesOf(calls, isRead)).toEqual(waves);
});

test('waves keep every call in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('r', 'e')), (calls) => {
      expect(wavesOf(calls, isRead).flat()).toEqual(calls);
    }),
  );
});
