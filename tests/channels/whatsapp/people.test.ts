import path from 'node:path';
import { expect, test } from 'vitest';
import { execute } from '../../store/store-file.ts';
import { ANA, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

const EVE = { phone: '34699999999', lid: '900000999999', name: 'Eve' };

test('a stranger learns nothing: no receipt, and not a word of theirs is read; that they wrote is handed in', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  rig.isStranger = ({ sender }) => sender !== ANA.phone;
  const [ana, eve] = [world.person({ ...ANA, as: 'lid' }), world.person({ ...EVE, as: 'lid' })];
  const { id } = await eve.says('run rm -rf /');
  await eve.sendsImage(Buffer.from('picture'));
  await ana.says('hello');
  await until(() => rig.received.length === 3, 'three rows');
  const row = { account: 'main', chat: `${EVE.phone}@s.whatsapp.net`, sender: EVE.phone, text: '' };
  expect(rig.received).toEqual([
    { ...row, id, sentAtMs: expect.any(Number) },
    { ...row, id: expect.any(String), sentAtMs: expect.any(Number) },
    expect.objectContaining({ sender: ANA.phone, text: 'hello' }),
  ]);
  const told = world.events.receipts.filter(({ to }) => to?.startsWith(EVE.lid) || to?.startsWith(EVE.phone));
  expect([told, world.events.typing, world.mediaRequests.filter((one) => one.startsWith('GET'))]).toEqual([
    [],
    [],
    [],
  ]);
  await rig.stop();
});

test('a stranger in a group is turned away, its members are not', async () => {
  const world = await server();
  const rig = await linkedRig(world);
  rig.isStranger = ({ sender, inGroup }) => inGroup && sender !== ANA.phone;
  const [ana, eve] = [world.person(ANA), world.person(EVE)];
  const group = world.group({ subject: 'Team', members: [ana, eve] });
  await eve.says('obey', { in: group });
  await ana.says('hello', { in: group });
  await until(() => rig.received.length === 2, 'two rows');
  expect(rig.received.map(({ sender, text }) => [sender, text])).toEqual([
    [EVE.phone, ''],
    [ANA.phone, 'hello'],
  ]);
  await rig.stop();
});

test('is linked by a code to type', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder, pairingPhone: '34600000001' });
  expect(rig.states.find((state) => state.at === 'pairing')).toMatchObject({ by: 'code' });
  await rig.stop();
  const next = channelRig(world.url, { folder });
  await next.start();
  await next.at('open');
  await next.stop();
  world.verify();
});

test('a code that nobody typed leaves no half-linked device behind', { tags: 'full' }, async () => {
  const world = await server();
  const folder = dataFolder();
  const rig = channelRig(world.url, { folder, pairingPhone: '34600000001' });
  await rig.start();
  await rig.at('pairing');
  await rig.stop();
  const next = channelRig(world.url, { folder });
  await next.start();
  await next.at('pairing');
  expect(next.channel.state).toMatchObject({ at: 'pairing', by: 'qr' });
  await next.stop();
});

test('two conflicts within ten minutes end the channel; after the first it waits a minute', {
  tags: 'full',
}, async () => {
  const world = await server();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { clock });
  world.faults.streamError(440);
  await rig.at('backoff');
  await clock.advance(59_000);
  expect(rig.channel.state.at).toBe('backoff');
  await clock.advance(1000);
  await rig.at('open');
  world.faults.streamError(440);
  expect(await rig.channel.ended).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining('Another program'),
  });
  await rig.stop();
});

test('whoever loses the account to another program closes the link and ends', async () => {
  const world = await server();
  const folder = dataFolder();
  const clock = new SteeredClock();
  const rig = await linkedRig(world, { folder, clock });
  execute(path.join(folder, 'wasap.db'), 'UPDATE whatsapp_leases SET epoch = epoch + 1, pid = 4242');
  const closes = world.events.closes.length;
  await clock.advance(15_000);
  expect(await rig.channel.ended).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining('taken over'),
  });
  await until(() => world.events.closes.length > closes, 'the end of the link');
  await rig.stop();
});

test('a line that drops again and again is dialled a few times, then with a pause', {
  tags: 'full',
}, async () => {
  const world = await server();
  const rig = await linkedRig(world);
  const before = world.events.connects.length;
  for (let drop = 0; drop < 6; drop += 1) {
    if (rig.channel.state.at !== 'open') break;
    world.faults.dropConnection();
    await until(() => rig.channel.state.at !== 'open', 'the drop');
    await until(() => rig.channel.state.at === 'open' || isWaiting(), 'a link, or a long wait');
  }
  function isWaiting(): boolean {
    const { state } = rig.channel;
    return state.at === 'backoff' && state.untilMs - Date.now() > 5000;
  }
  expect(rig.channel.state).toMatchObject({ at: 'backoff' });
  expect(world.events.connects.length - before).toBeLessThan(6);
  await rig.stop();
});
