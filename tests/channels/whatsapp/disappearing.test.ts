import { proto } from '@whiskeysockets/baileys';
import { expect, test } from 'vitest';
import type { OutboundBody } from '../../../src/contracts/channel.ts';
import type { Arrived } from '../../support/whatsapp-server/received.ts';
import { ANA, BOT, type ChannelRig, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';

const DAY = 86_400;
const HELLO: OutboundBody = { kind: 'text', text: 'hello' };
const OWN_CHAT = `${BOT.phone}@s.whatsapp.net`;

async function heard(rig: ChannelRig, count: number): Promise<void> {
  await until(() => rig.received.length >= count, `${count} messages`);
}

function expirationIn({ message }: Arrived): number | null | undefined {
  const { extendedTextMessage, pollCreationMessageV3, documentMessage } = message;
  return (extendedTextMessage ?? pollCreationMessageV3 ?? documentMessage)?.contextInfo?.expiration;
}

test('what is sent disappears as the last message of the person does, also after a restart', {
  tags: 'full',
}, async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  const sent = async (by: ChannelRig, body: OutboundBody): Promise<number | null | undefined> => {
    const id = await by.send(body);
    return expirationIn(await ana.waitFor((message) => message.id === id));
  };
  await ana.says('hi', { ephemeral: DAY });
  await heard(rig, 1);
  const bodies: readonly OutboundBody[] = [
    HELLO,
    { kind: 'poll', question: 'go on?', choices: ['yes', 'no'] },
    { kind: 'text-file', text: '+ line', name: 'a.patch', caption: '' },
  ];
  for (const body of bodies) expect(await sent(rig, body)).toBe(DAY);
  await rig.stop();
  const again = channelRig(world.url, { folder });
  await again.start();
  await again.at('open');
  expect(await sent(again, HELLO)).toBe(DAY);
  await ana.says('from now on it stays');
  await heard(again, 1);
  expect(await sent(again, HELLO)).toBeFalsy();
  world.verify();
});

test('a person who switches it on is understood before they write', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person(ANA);
  const type = proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING;
  await ana.sends({ protocolMessage: { type, ephemeralExpiration: 7 * DAY } });
  await until(() => world.unconfirmed().length === 0, 'the receipt');
  const id = await rig.send(HELLO);
  expect(expirationIn(await ana.waitFor((message) => message.id === id))).toBe(7 * DAY);
});

test('each chat has its own setting; edits and reactions leave as before', { tags: 'full' }, async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person(ANA);
  rig.isListed = () => true;
  const { id: target = '' } = await ana.says('hi', { ephemeral: DAY });
  await world.phone.notes('to myself');
  await heard(rig, 2);
  const note = await rig.send(HELLO, OWN_CHAT);
  const answer = await rig.send(HELLO);
  await rig.send({ kind: 'edit', target: answer, text: 'hello again' });
  const reaction = await rig.send({ kind: 'reaction', target: target ?? '', emoji: '👀' });
  await ana.waitFor((message) => message.id === reaction);
  expect(expirationIn(await world.phone.waitFor((message) => message.id === note))).toBeFalsy();
  world.verify();
});
