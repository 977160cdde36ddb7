import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import type { ConsoleEnv } from '../../src/web-server/guard.ts';
import { createLiveUpdates } from '../../src/web-server/live-updates.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A page whose only region is this number. */
const pageOf = (number: number) => ({
  title: 'Now',
  isStill: false,
  regions: [{ name: 'now', html: String(number), version: String(number) }],
});

test('a window that takes nothing is dropped after 10 seconds', async () => {
  const clock = new FakeClock();
  let number = 0;
  let dropped = 0;
  const live = createLiveUpdates({ changes: () => String(number), clock, log: silentLog });
  const app = new Hono<ConsoleEnv>().get('/', (c) => {
    const window = { session: 'ana', key: 'now', since: '', render: async () => pageOf(number) };
    return live.open(c, window) ?? c.text('too many', 503);
  });
  // Nobody reads what comes back.
  await app.request('/', {}, { outgoing: { destroy: () => (dropped += 1) } });
  for (; number < 10; number += 1) await clock.advance(100);
  const before = dropped;
  await clock.advance(10_000);
  expect([before, dropped]).toEqual([0, 1]);
  live.close();
});

test('windows that show the same share the work of one change', async () => {
  const clock = new FakeClock();
  let number = 0;
  let made = 0;
  const live = createLiveUpdates({ changes: () => String(number), clock, log: silentLog });
  const app = new Hono<ConsoleEnv>().get('/', (c) => {
    const render = async () => {
      made += 1;
      return pageOf(number);
    };
    return live.open(c, { session: 'ana', key: 'now', since: '0', render }) ?? c.text('too many', 503);
  });
  const windows = await Promise.all(Array.from({ length: 20 }, () => app.request('/')));
  const readers = windows.map(({ body }) => body?.getReader());
  const reading = readers.map(async (reader) => {
    while (!(await reader?.read())?.done);
  });
  await clock.advance(100);
  const first = made;
  number = 1;
  await clock.advance(100);
  expect([first, made]).toEqual([1, 2]);
  live.close();
  await Promise.all(reading);
});
