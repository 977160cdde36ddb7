import { expect, test } from 'vitest';
import { readResumeRequest } from '../../../src/features/sessions/agent.ts';

const ID = '20261120-7f3a9c21';

test.each([
  ['', undefined, 0, undefined],
  [ID, ID, 0, undefined],
  ['+1', undefined, 1_000_000, undefined],
  ['+$2', undefined, 2_000_000, undefined],
  ['+0.50', undefined, 500_000, undefined],
  ['+1,5', undefined, 1_500_000, undefined],
  [`${ID} +1 skip the docs`, ID, 1_000_000, 'skip the docs'],
  [`${ID}\n  try yarn\nthen npm`, ID, 0, 'try yarn\nthen npm'],
  ['documentation first', undefined, 0, 'documentation first'],
  ['continue-with-tests', undefined, 0, 'continue-with-tests'],
  ['+1000000', undefined, 0, '+1000000'],
  ['-1', undefined, 0, '-1'],
  ['1 more dollar', undefined, 0, '1 more dollar'],
])('%j', (text, session, extraMicroUsd, instructions) => {
  expect(readResumeRequest(text)).toEqual({ session, extraMicroUsd, instructions });
});
