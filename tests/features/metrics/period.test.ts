import { expect, test } from 'vitest';
import { readPeriod } from '../../../src/features/metrics/metrics.ts';

const HOUR = 3_600_000;

test.each([
  ['24h', 24 * HOUR],
  ['7d', 7 * 24 * HOUR],
  [' 2W ', 14 * 24 * HOUR],
  ['3650d', 3650 * 24 * HOUR],
  ['3651d', undefined],
  ['0d', undefined],
  ['', undefined],
  ['7', undefined],
  ['d', undefined],
  ['-7d', undefined],
  ['7 days', undefined],
  ['1.5d', undefined],
  ['9999999h', undefined],
])('%j: %s', (text, ms) => {
  expect(readPeriod(text)).toBe(ms);
});
