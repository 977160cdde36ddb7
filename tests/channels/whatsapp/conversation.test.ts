import path from 'node:path';
import { expect, test } from 'vitest';
import { select } from '../../store/store-file.ts';
import { ANA, ANA_CHAT, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';

test('pairs by QR code, and what a person writes comes in with the phone number as sender', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person({ ...ANA, as: 'lid' });
  const { id } = await ana.says('please deploy');
  await until(() => rig.received.length === 1, 'a message');
  expect(rig.received).toEqual([
    {
      account: 'main',
      chat: ANA_CHAT,
      sender: ANA.phone,
      id,
      text: 'please deploy',
      sentAtMs: expect.any(Number),
    },
  ]);
  await rig.stop();
  world.verify();
});

test('what is sent resolves when the server has taken it, and arrives where the person wrote from', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const ana = world.person({ ...ANA, as: 'lid' });
  await ana.says('hi');
  await until(() => rig.received.length === 1, 'a message');
  const id = await rig.send({ kind: 'text', text: 'done' });
  const arrived = await ana.waitFor((message) => message.id === id);
  expect(ana.texts()).toEqual(['done']);
  expect(arrived.to).toBe(ana.jid('lid'));
  await rig.stop();
  world.verify();
});

test('a stored device logs in again without a code', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  await (await linkedRig(world, { folder })).stop();
  const rig = channelRig(world.url, { folder });
  await rig.start();
  await rig.at('open');
  expect(rig.states.map((state) => state.at)).toEqual(['locking', 'connecting', 'open']);
  await rig.stop();
  world.verify();
});

test('a contact is given its token once, and not with every message', async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  const ana = world.person(ANA);
  await ana.says('hi');
  await until(() => rig.received.length === 1, 'a message');
  await rig.send({ kind: 'text', text: 'one' });
  const isStored = () =>
    select(path.join(folder, 'wasap.db'), "SELECT id FROM whatsapp_keys WHERE type = 'tctoken'").length > 0;
  await until(isStored, 'the note of it');
  for (const text of ['two', 'three']) await rig.send({ kind: 'text', text });
  // What followed the second message has reached the server before the third.
  expect(world.events.iqs.filter(({ query }) => query === 'privacy set tokens')).toHaveLength(1);
  await rig.stop();
  world.verify();
});
