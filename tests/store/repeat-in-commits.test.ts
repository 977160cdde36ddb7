import { expect, test } from 'vitest';
import { repeatInCommits } from '../../src/store/repeat-in-commits.ts';

test.each([
  { rows: 0, handled: 0, commits: 1 },
  { rows: 250, handled: 250, commits: 4 },
  { rows: 20_000, handled: 5000, commits: 50 },
])('$rows rows: $handled are handled in $commits commits', async ({ rows, handled, commits }) => {
  let left = rows;
  let begun = 0;
  const sum = await repeatInCommits((most) => {
    begun += 1;
    const count = Math.min(most, left);
    left -= count;
    return count;
  });
  expect({ handled: sum, commits: begun }).toEqual({ handled, commits });
});
