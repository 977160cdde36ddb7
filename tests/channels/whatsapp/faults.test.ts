import { expect, test } from 'vitest';
import { newMessageId } from '../../../src/core/ids.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { ANA, ANA_CHAT, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

const HELLO = { kind: 'text', text: 'hello' } as const;

test('a message that is not acknowledged may not have arrived, and is the same one when it is sent again', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const ana = world.person(ANA);
  // A receipt of the phone would say as well that it has arrived, and nothing would be sent again.
  ana.habits.delivers = false;
  world.faults.withholdAcks(true);
  const id = newMessageId();
  const first = expect(rig.send(HELLO, ANA_CHAT, id)).rejects.toMatchObject({
    kind: 'unavailable',
    facts: { id },
  });
  await ana.waitFor((message) => message.id === id);
  await clock.advance(20_000);
  await first;
  world.faults.withholdAcks(false);
  await rig.send(HELLO, ANA_CHAT, id);
  // The server confirms it before it hands it on.
  await ana.waitFor((message) => message.id === id && message.copy === 2);
  expect(ana.received.map((message) => [message.id, message.copy, message.content])).toEqual([
    [id, 1, HELLO],
    [id, 2, HELLO],
  ]);
  await rig.stop();
  world.verify();
});

eachInFull([
  [463, 'denied'],
  [479, 'unavailable'],
  [500, 'unavailable'],
])('an acknowledgement with error %i is a failure of the kind %s', async (code, kind) => {
  const world = await server();
  const rig = await linkedRig(world);
  world.person(ANA);
  world.faults.ackWithError(code);
  const id = newMessageId();
  await expect(rig.send(HELLO, ANA_CHAT, id)).rejects.toMatchObject({ kind, facts: { code: String(code) } });
  const again = rig.send(HELLO, ANA_CHAT, id);
  if (kind === 'unavailable') await again;
  else await expect(again).rejects.toMatchObject({ kind: 'denied' });
  expect(world.events.messages.length).toBe(kind === 'unavailable' ? 2 : 1);
  await rig.stop();
});

test('without an answer about the phones of a person nothing is sent, and it is tried again', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const ana = world.person(ANA);
  world.faults.loseUsyncAnswers();
  const asked = () => world.events.iqs.filter(({ query }) => query.startsWith('usync')).length;
  const before = asked();
  const id = newMessageId();
  const first = expect(rig.send(HELLO, ANA_CHAT, id)).rejects.toMatchObject({ kind: 'unavailable' });
  await until(() => asked() > before, 'the question');
  await clock.advance(10_000);
  await first;
  expect(world.events.messages).toEqual([]);
  await rig.send(HELLO, ANA_CHAT, id);
  await ana.waitFor((message) => message.id === id);
  await rig.stop();
});

test('nothing is sent without a link', async () => {
  const rig = channelRig('ws://127.0.0.1:9/ws/chat');
  await expect(rig.send(HELLO)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('without a link a message waits for it, and goes as soon as it is there', { tags: 'full' }, async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const hold = () => rig.channel.holdMs({ chat: ANA_CHAT, body: HELLO });
  world.person(ANA);
  const open = hold();
  world.faults.dropConnection();
  await until(() => rig.channel.state.at !== 'open', 'the drop');
  const without = hold();
  await rig.at('open');
  expect({ open, without, again: hold() }).toEqual({ open: 0, without: 1000, again: 0 });
  await rig.stop();
});

test('an upgrade that is refused does not hang: it is given up after 45 s and tried again', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const folder = dataFolder();
  await (await linkedRig(world, { folder })).stop();
  world.faults.refuseUpgrade(503);
  const rig = channelRig(world.url, { folder, clock });
  await rig.start();
  await until(() => world.events.refused.length > 0, 'a refused upgrade');
  expect(rig.channel.state.at).toBe('connecting');
  world.faults.refuseUpgrade(undefined);
  await clock.advance(45_000);
  expect(rig.channel.state).toMatchObject({ at: 'backoff', why: '408: no answer within 45 s' });
  await clock.advance(1000);
  await rig.at('open');
  await rig.stop();
  world.verify();
});

test('a connection on which nobody answers any more is found by a question, and replaced', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  const ana = world.person(ANA);
  world.faults.goHalfOpen();
  await ana.says('anybody?');
  for (let second = 0; second < 30; second += 1) await clock.advance(1000);
  await until(() => rig.states.some(({ at }) => at === 'backoff'), 'the end of the silent connection');
  await clock.advance(1);
  await rig.at('open');
  await until(() => rig.received.length === 1, 'the message');
  expect(rig.received[0]).toMatchObject({ text: 'anybody?', delayed: true });
  expect(rig.gaps.length).toBe(1);
  await rig.stop();
  world.verify();
});

test.each([
  [503, 'backoff'],
  [515, 'connecting'],
  [500, 'backoff'],
])('after a stream error %i the link comes back by itself', { tags: 'full' }, async (code, next) => {
  const world = await server();
  const rig = await linkedRig(world);
  rig.states.length = 0;
  world.faults.streamError(code);
  await until(() => rig.states.length > 0, 'the end of the connection');
  await rig.at('open');
  expect(rig.states[0]?.at).toBe(next);
  await rig.stop();
  world.verify();
});

test('a device that is unlinked on the phone ends the channel, and its credentials are moved aside', async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  world.phone.unlink();
  expect(await rig.channel.ended).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining('wasap pair'),
  });
  await rig.stop();
  const next = channelRig(world.url, { folder });
  await next.start();
  await next.at('pairing');
  await next.stop();
  world.verify();
});

test('while another program holds the account nothing is connected', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const clock = new SteeredClock();
  const first = await linkedRig(world, { folder, clock });
  const connects = world.events.connects.length;
  const second = channelRig(world.url, { folder, clock, pid: 4242 });
  await second.start();
  for (let look = 0; look < 21; look += 1) await clock.advance(3000);
  expect(await second.channel.ended).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining(`${process.pid}`),
  });
  expect([first.channel.state.at, world.events.connects.length]).toEqual(['open', connects]);
});

test('a message that cannot be read is asked for again, and comes in once', { tags: 'full' }, async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person(ANA);
  await ana.says('first');
  world.faults.undecryptable();
  await ana.says('second');
  await until(() => rig.received.length === 2, 'both messages');
  expect(rig.received.map((message) => message.text)).toEqual(['first', 'second']);
  expect(rig.unreadable).toEqual([]);
  await rig.stop();
});
