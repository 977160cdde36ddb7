/**
 * One of the long runs.
 * @module-tag full
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ANA, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';

const WAITING = 90;
const LIVE = 4;

test.each([20, 60, 150, 400])(
  'a line that drops %i ms after it is back, in the middle of what waited, changes no order',
  async (afterMs) => {
    const world = await server();
    const folder = dataFolder();
    const first = await linkedRig(world, { folder });
    const people = [
      world.person({ ...ANA, as: 'lid' }),
      world.person({ phone: '34600333444', lid: '900000333444', name: 'Ben', as: 'pn' }),
    ];
    for (const person of people) await person.says('message 0');
    await until(() => first.received.length === people.length, 'the first messages');
    await first.stop();
    const texts = Array.from({ length: 1 + WAITING + LIVE }, (_, n) => `message ${n}`);
    for (const text of texts.slice(1, 1 + WAITING)) for (const person of people) await person.says(text);
    const rig = channelRig(world.url, { folder });
    await rig.start();
    await until(() => rig.states.some(({ at }) => at === 'syncing' || at === 'open'), 'the line');
    const live = (async () => {
      for (const text of texts.slice(-LIVE)) for (const person of people) await person.says(text);
    })();
    await sleep(afterMs);
    world.faults.dropConnection();
    await live;
    // One that was stored just before the line dropped may come again under its id: the inbox knows it.
    const once = () => [...new Map(rig.received.map((message) => [message.id, message])).values()];
    await until(
      () => once().length >= people.length * (WAITING + LIVE),
      () => `${once().length} of ${people.length * (WAITING + LIVE)}`,
      30_000,
    );
    const told = [ANA.phone, '34600333444'].map((phone) =>
      once()
        .filter(({ sender }) => sender === phone)
        .map(({ text }) => text),
    );
    expect(told).toEqual(people.map(() => texts.slice(1)));
    await rig.stop();
  },
  60_000,
);
