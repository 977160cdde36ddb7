import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/clock.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { ANA, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

test('a server that never says that the backlog is complete holds nothing back for more than a minute', {
  tags: 'full',
}, async () => {
  const world = await server();
  const folder = dataFolder();
  await (await linkedRig(world, { folder })).stop();
  world.faults.withholdOffline(true);
  const clock = new SteeredClock();
  const rig = channelRig(world.url, { folder, clock });
  await rig.start();
  await rig.at('syncing');
  await world.person(ANA).says('hello?');
  await until(() => world.unconfirmed().length === 0, 'the message');
  await clock.advance(MINUTE_MS);
  await until(() => rig.received.length === 1, 'what was held back');
  expect(rig.states.map(({ at }) => at)).toContain('degraded');
  await rig.stop();
});

test('an hour in which nobody writes is no reason to connect anew', { tags: 'full' }, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const connects = world.events.connects.length;
  for (let minute = 0; minute < 60; minute += 1) {
    const pings = world.events.iqs.length;
    await clock.advance(MINUTE_MS);
    await until(() => world.events.iqs.length > pings, 'a question to the server');
  }
  expect([rig.channel.state.at, world.events.connects.length]).toEqual(['open', connects]);
  await rig.stop();
  world.verify();
});

eachInFull([
  [403, 'terminal'],
  [405, 'outdated'],
  [411, 'terminal'],
  [503, 'backoff'],
])('a log-in that is refused with %i leads to %s, and to no second try at once', async (reason, state) => {
  const world = await server();
  const folder = dataFolder();
  await (await linkedRig(world, { folder })).stop();
  const connects = world.events.connects.length;
  world.faults.failure(reason, 9);
  const clock = new SteeredClock();
  const rig = channelRig(world.url, { folder, clock });
  await rig.start();
  await until(() => ['terminal', 'backoff', 'outdated'].includes(rig.channel.state.at), 'the refusal');
  await clock.advance(0);
  expect([rig.channel.state.at, world.events.connects.length - connects]).toEqual([state, 0]);
  await rig.stop();
});

test('when the keys for first messages run low, whoever writes for the first time is read all the same', {
  tags: 'full',
}, async () => {
  const world = await server({ wantsAllKeys: true });
  const rig = await linkedRig(world);
  world.faults.losePreKeys(2);
  for (let n = 0; n < 8; n += 1) {
    const person = world.person({ phone: `3460000010${n}`, lid: `90000010${n}`, name: `P${n}` });
    await person.says(`hello ${n}`);
  }
  await until(() => rig.received.length === 8, 'all of them');
  expect(rig.unreadable).toEqual([]);
  await rig.stop();
});
