import { expect, test } from 'vitest';
import type { LogFields } from '../../src/base/log.ts';
import { keepHouse } from '../../src/gateway/housekeeping.ts';
import { FakeClock, settled } from '../support/fake-clock.ts';

test('ticks every 15 s, takes over every minute, collects every 5 min, and survives a step that fails', async () => {
  const clock = new FakeClock();
  const events: [string, LogFields | undefined][] = [];
  const note = (event: string, fields?: LogFields) => void events.push([event, fields]);
  const stopping = new AbortController();
  let ticks = 0;
  let takeOvers = 0;
  const house = keepHouse(
    {
      clock,
      log: { info: note, warn: note, error: note },
      tick() {
        ticks += 1;
        if (ticks === 2) throw new Error('the disk is full');
      },
      takeOver: async () => {
        takeOvers += 1;
      },
      collectProcesses: async () => ['p-abc234'],
    },
    stopping.signal,
  );
  for (let n = 0; n < 20; n += 1) await clock.advance(15_000);
  stopping.abort();
  await settled();
  await house;
  expect({ ticks, takeOvers, events }).toEqual({
    ticks: 21,
    takeOvers: 5,
    events: [
      ['gateway.housekeeping.failed', { error: 'the disk is full' }],
      ['agent.process.gc', { processes: ['p-abc234'] }],
    ],
  });
});
