import { expect, test } from 'vitest';
import { createRateLimit } from '../../src/core/rate-limit.ts';
import { FakeClock } from '../support/fake-clock.ts';

test('so many at once, then as many as come back, each name for itself', async () => {
  const clock = new FakeClock();
  const limit = createRateLimit({ burst: 3, perSecond: 2 }, clock);
  const takes = (name: string, times: number) => Array.from({ length: times }, () => limit.take(name));
  const first = takes('ana', 4);
  const other = takes('bea', 1);
  await clock.advance(1000);
  expect({ first, other, later: takes('ana', 3) }).toEqual({
    first: [true, true, true, false],
    other: [true],
    later: [true, true, false],
  });
});

test('names that are made up do not fill the memory, and do not free those in use', async () => {
  const clock = new FakeClock();
  const limit = createRateLimit({ burst: 1, perSecond: 0 }, clock);
  limit.take('ana');
  for (let name = 0; name < 5000; name += 1) {
    limit.take(`made up ${name}`);
    limit.take('ana');
  }
  expect(limit.take('ana')).toBe(false);
});
