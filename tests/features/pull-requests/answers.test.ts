import { describe, expect, test } from 'vitest';
import { readPullAnswer } from '../../../src/features/pull-requests/answer.ts';
import { untilNextLook } from '../../../src/features/pull-requests/follower.ts';

test.each([
  ['fix', { choice: 'fix', number: undefined }],
  ['Fix it.', { choice: 'fix', number: undefined }],
  ['fix #7', { choice: 'fix', number: 7 }],
  ['#7 fix', { choice: 'fix', number: 7, isNumberFirst: true }],
  ['#7 ver registro.', { choice: 'log', number: 7, isNumberFirst: true }],
  ['ver registro', { choice: 'log', number: undefined }],
  ['Arréglalo', { choice: 'fix', number: undefined }],
  ['ignorar 12', { choice: 'ignore', number: 12 }],
  ['address it', { choice: 'address', number: undefined }],
  ['update it', { choice: 'update', number: undefined }],
  ['Actualízalo #7', { choice: 'update', number: 7 }],
  ['2', { choice: 2, number: undefined }],
])('%j answers a question about a pull request', (text, answer) => {
  expect(readPullAnswer(text)).toEqual(answer);
});

describe('whatever says more than that is no answer', () => {
  test.each(['fix the login too', 'fix 7 and 8', 'yes', '2 always', '12', 'ignore everything above', ''])(
    '%j',
    (text) => {
      expect(readPullAnswer(text)).toBeUndefined();
    },
  );
});

test('looks become rarer up to ten minutes, after failures up to an hour', () => {
  const quiet = [0, 1, 5, 50].map((count) => untilNextLook({ quiet: count, failures: 0 }));
  const failing = [1, 2, 50].map((failures) => untilNextLook({ quiet: 0, failures }));
  expect([quiet, failing]).toEqual([
    [30_000, 45_000, 227_813, 600_000],
    [60_000, 120_000, 3_600_000],
  ]);
});
