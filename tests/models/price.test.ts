import { expect, test } from 'vitest';
import { costOf, type ModelProfile, priceOf, sumOfUsage } from '../../src/models/profile.ts';

const PLAIN: ModelProfile = { max_tokens: 32_000, vision: false, cache: false };
const SONNET = {
  input: 2_000_000,
  output: 10_000_000,
  cacheRead: 200_000,
  cacheWrite: 2_500_000,
  cacheWriteHour: 4_000_000,
};

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

test('what the cache keeps for an hour costs its own price, and never more of it than was written', () => {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 1_000_000 };
  const costs = [250_000, 1_000_000, 2_000_000].map((hour) =>
    costOf({ ...usage, cacheWriteHourTokens: hour }, SONNET),
  );
  expect(costs).toEqual([2_875_000, 4_000_000, 4_000_000]);
});

test('of two requests together each kind of token is added up', () => {
  const one = {
    inputTokens: 1,
    outputTokens: 2,
    cacheReadTokens: 3,
    cacheWriteTokens: 40,
    cacheWriteHourTokens: 5,
  };
  const plain = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 400 };
  expect([sumOfUsage(one, one), sumOfUsage(plain, plain)]).toEqual([
    {
      inputTokens: 2,
      outputTokens: 4,
      cacheReadTokens: 6,
      cacheWriteTokens: 80,
      cacheWriteHourTokens: 10,
    },
    { inputTokens: 20, outputTokens: 40, cacheReadTokens: 60, cacheWriteTokens: 800 },
  ]);
});

test.each([
  ['all named', { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5, cache_write_1h: 4 }, SONNET],
  [
    'cache prices follow from the input price',
    { input: 10, output: 50 },
    {
      input: 10_000_000,
      output: 50_000_000,
      cacheRead: 1_000_000,
      cacheWrite: 12_500_000,
      cacheWriteHour: 20_000_000,
    },
  ],
  ['free', { input: 0, output: 0 }, { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 }],
  ['unknown', undefined, undefined],
])('the price of a profile: %s', (_name, price, expected) => {
  expect(priceOf({ ...PLAIN, ...(price === undefined ? {} : { price }) })).toEqual(expected);
});
