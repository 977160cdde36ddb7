import { expect, test } from 'vitest';
import { costOf, priceOf } from '../../src/models/price.ts';
import type { ModelProfile } from '../../src/models/profile.ts';

const PLAIN: ModelProfile = { max_tokens: 32_000, vision: false, cache: false };
const SONNET = { input: 2_000_000, output: 10_000_000, cacheRead: 200_000, cacheWrite: 2_500_000 };

test.each([
  ['nothing', [0, 0, 0, 0], 0],
  ['one token is rounded up', [0, 0, 1, 0], 1],
  ['a million of input', [1_000_000, 0, 0, 0], 2_000_000],
  ['a million of output', [0, 1_000_000, 0, 0], 10_000_000],
  ['a million read from the cache', [0, 0, 1_000_000, 0], 200_000],
  ['a million written to the cache', [0, 0, 0, 1_000_000], 2_500_000],
  ['a usual round', [312, 845, 41_200, 1_903], 22_072],
] as const)('%s', (_name, [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens], microUsd) => {
  const usage = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
  expect(costOf(usage, SONNET)).toBe(microUsd);
});

test.each([
  ['all named', { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5 }, SONNET],
  [
    'cache prices follow from the input price',
    { input: 10, output: 50 },
    { input: 10_000_000, output: 50_000_000, cacheRead: 1_000_000, cacheWrite: 12_500_000 },
  ],
  ['free', { input: 0, output: 0 }, { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }],
  ['unknown', undefined, undefined],
])('the price of a profile: %s', (_name, price, expected) => {
  expect(priceOf({ ...PLAIN, ...(price === undefined ? {} : { price }) })).toEqual(expected);
});
