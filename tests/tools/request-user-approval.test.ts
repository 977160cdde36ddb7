import { expect, test } from 'vitest';
import { toolBench } from '../support/tools-context.ts';

test('a question is always asked, and the answer holds for these words only', async () => {
  const review = await toolBench().review('request_user_approval', { question: 'Delete the old table?' });
  expect(review).toMatchObject({
    verdict: { kind: 'ask', rule: 'question', reason: 'Delete the old table?' },
    binding: { question: 'Delete the old table?' },
  });
});

test.each([
  [undefined, 'The person approved.'],
  ['yes, but keep a copy', 'The person approved. Their words: "yes, but keep a copy"'],
])('with the words %j the model reads %j', async (approvalWords, text) => {
  const bench = toolBench({ approvalWords });
  expect(await bench.call('request_user_approval', { question: 'Delete?' })).toEqual({
    text,
    data: { approved: true, words: approvalWords ?? '' },
  });
});
