import { expect, test } from 'vitest';
import { newMessageId } from '../../../src/core/ids.ts';
import { ANA, ANA_CHAT, BOT, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

const HELLO = { kind: 'text', text: 'hello' } as const;
const BEA_CHAT = '34600333444@s.whatsapp.net';

async function sendTo(rig: Awaited<ReturnType<typeof linkedRig>>, chat: string): Promise<void> {
  await rig.channel.send({ id: newMessageId(), chat, body: HELLO, mayRepeat: false });
}

test.each([BEA_CHAT, '900000333444@lid', '120363000000000001@g.us'])(
  'nothing is ever sent to %s, where nobody has written',
  { tags: 'full' },
  async (chat) => {
    const world = await server();
    const rig = await linkedRig(world);
    world.person({ phone: '34600333444', lid: '900000333444', name: 'Bea' });
    await expect(sendTo(rig, chat)).rejects.toMatchObject({ kind: 'denied', message: /never write first/ });
    expect(world.events.messages).toEqual([]);
    await rig.stop();
  },
);

test('whoever wrote is answered, also after a restart; the own chat needs no beginning', async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  await ana.says('hi');
  await until(() => rig.received.length === 1, 'a message');
  await rig.stop();
  const again = channelRig(world.url, { folder });
  await again.start();
  await again.at('open');
  await sendTo(again, ANA_CHAT);
  await sendTo(again, `${BOT.phone}@s.whatsapp.net`);
  expect(ana.texts()).toEqual(['hello']);
  await again.stop();
});

test('after 463 who wrote first is answered, the rest waits until WhatsApp lifts the lock', {
  tags: 'full',
}, async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person(ANA);
  rig.met(BEA_CHAT);
  world.faults.ackWithError(463);
  await expect(rig.send(HELLO, ANA_CHAT)).rejects.toMatchObject({ kind: 'denied', facts: { code: '463' } });
  await ana.says('hi');
  await until(() => rig.received.length === 1, 'a message');
  const hold = (chat: string) => rig.channel.holdMs({ chat, body: HELLO }) > 0;
  expect([hold(ANA_CHAT), hold(BEA_CHAT)]).toEqual([false, true]);
  await rig.stop();
});

test('the lock holds after a restart, until it ends', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  world.person(ANA);
  world.faults.ackWithError(463);
  await expect(rig.send(HELLO, ANA_CHAT)).rejects.toMatchObject({ facts: { code: '463' } });
  await rig.stop();
  const clock = new SteeredClock();
  const again = channelRig(world.url, { folder, clock });
  again.met(BEA_CHAT);
  await again.start();
  await again.at('open');
  const hold = () => again.channel.holdMs({ chat: BEA_CHAT, body: HELLO });
  const first = hold();
  await clock.advance(60 * 60_000);
  await again.at('open');
  expect([first > 59 * 60_000, hold()]).toEqual([true, 0]);
  await again.stop();
});
