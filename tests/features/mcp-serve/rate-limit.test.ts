import { expect, test } from 'vitest';
import { createRateLimit } from '../../../src/features/mcp-serve/serving/rate-limit.ts';

test('so many in a minute for each key, and more as time passes', () => {
  let upMs = 0;
  const limit = createRateLimit(3, { upMs: () => upMs });
  const take = (key: string, times: number) => Array.from({ length: times }, () => limit.take(key));
  const first = take('ci', 5);
  const other = take('docs', 1);
  upMs = 20_000;
  const later = take('ci', 2);
  upMs = 3_600_000;
  const muchLater = take('ci', 5);
  expect([first, other, later, muchLater]).toEqual([
    [true, true, true, false, false],
    [true],
    [true, false],
    [true, true, true, false, false],
  ]);
});
