import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';

test('many sleep until the same end, and nobody is warned of a leak', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  const end = new AbortController();
  const sleeps = Array.from({ length: 50 }, () => systemClock.sleep(60_000, end.signal));
  end.abort();
  await Promise.all(sleeps);
  await turn();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
