/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { channelRig, dataFolder, linkedRig, server } from './rig.ts';

test('a link is tried out by a message to the own chat, which is taken back', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  world.group({ subject: 'Team', members: [] });
  const check = await rig.channel.check('a test', 'en');
  expect(check).toEqual({
    probe: { kind: 'returned', ackMs: expect.any(Number), receiptMs: expect.any(Number) },
    clockOffsetMs: expect.any(Number),
    groups: [{ id: expect.stringMatching(/@g\.us$/), name: 'Team' }],
  });
  expect(Math.abs(check.clockOffsetMs ?? Number.NaN)).toBeLessThan(5000);
  await world.phone.waitFor(({ content }) => content.kind === 'delete');
  expect(world.phone.received.map(({ content }) => content.kind)).toEqual(['text', 'delete']);
  world.verify();
});

test('a server that refuses the message makes the check say so', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  world.faults.ackWithError(400);
  expect((await rig.channel.check('a test', 'en')).probe).toEqual({
    kind: 'failed',
    why: "WhatsApp refused the message (code 400). I won't try again.",
  });
});

test('without a link nothing can be tried out', async () => {
  const rig = channelRig('ws://127.0.0.1:9/ws/chat');
  await expect(rig.channel.check('a test', 'en')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a device that is put aside stays in the rows, and another one is linked', async () => {
  const world = await server();
  const folder = dataFolder();
  const before = await linkedRig(world, { folder });
  await before.stop();
  const rig = channelRig(world.url, { folder, fresh: true });
  await rig.start();
  await rig.at('pairing');
  expect(rig.lines.find(({ event }) => event === 'channel.whatsapp.credentials.put_aside')?.fields).toEqual({
    reason: 'another device is to be linked',
    under: expect.stringMatching(/^main, put aside 20/),
  });
});
