/**
 * One of the long runs.
 * @module-tag full
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

const STEP_MS = 2000;
const TWO_MINUTES = 60;

/** Bytes that are in use once everything that can be freed is. */
function heap(): number {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('a line that is cut every 2 s for 2 minutes: a few connections, and no memory that stays', async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const storm = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      await clock.advance(STEP_MS);
      if (rig.channel.state.at === 'connecting') await rig.at('open');
      if (rig.channel.state.at !== 'open') continue;
      world.faults.dropConnection();
      await until(() => rig.channel.state.at !== 'open', 'the drop');
    }
  };
  await storm(TWO_MINUTES);
  const connects = world.events.connects.length;
  const before = heap();
  await storm(TWO_MINUTES);
  expect(heap() / before).toBeLessThan(1.2);
  // Without chance in it: five in a row, then a pause of 30 s. Without a limit there would be sixty.
  expect(world.events.connects.length - connects).toBeLessThan(20);
  await rig.stop();
});
