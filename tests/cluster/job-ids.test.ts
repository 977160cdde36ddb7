import { expect, test } from 'vitest';
import { jobIdOf, orderedIds } from '../../src/cluster/queues/queues.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

test('a text has the same job id for every try, and another text another one', () => {
  expect(jobIdOf('lima 3EB0')).toBe(jobIdOf('lima 3EB0'));
  expect(jobIdOf('lima 3EB0')).not.toBe(jobIdOf('quito 3EB0'));
  expect(jobIdOf('lima 3EB0')).toMatch(UUID);
});

test('ten thousand ids of one millisecond are in order', () => {
  const next = orderedIds(undefined, () => 1_000);
  const ids = Array.from({ length: 10_000 }, next);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(10_000);
  expect(ids.every((id) => UUID.test(id))).toBe(true);
});

test('ids stay in order when the clock is set back, and after a restart with such a clock', () => {
  let now = 1_700_000_000_000;
  const next = orderedIds(undefined, () => now);
  const before = [next(), next()];
  now -= 3_600_000;
  const after = [next(), next()];
  const restarted = orderedIds(after.at(-1), () => now);
  const ids = [...before, ...after, restarted(), restarted()];
  expect(ids).toEqual([...ids].sort());
});
