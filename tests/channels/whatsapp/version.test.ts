import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys';
import { expect, test } from 'vitest';
import type { WhatsAppServer } from '../../support/whatsapp-server/server.ts';
import { type ChannelRig, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';
import { SteeredClock } from './steered-clock.ts';

const BUILT_IN = DEFAULT_CONNECTION_CONFIG.version[2];
const NEWER = BUILT_IN + 10;
const QUARTER_MS = 15 * 60_000;

/** A folder in which a device is linked. */
async function linkedFolder(world: WhatsAppServer): Promise<string> {
  const folder = dataFolder();
  const rig = await linkedRig(world, { folder });
  await rig.stop();
  return folder;
}

function looks(world: WhatsAppServer): number {
  return world.mediaRequests.filter((request) => request === 'GET /sw.js').length;
}

function outdated({ states }: ChannelRig): readonly boolean[] {
  return states.flatMap((state) => (state.at === 'outdated' ? [state.looked] : []));
}

test('nobody is asked for a version that is good', async () => {
  const world = await server();
  await linkedFolder(world);
  expect(looks(world)).toBe(0);
});

test('a version that is refused makes room for the one that WhatsApp Web is at, at once, and for later programs', {
  tags: 'full',
}, async () => {
  const world = await server();
  const folder = await linkedFolder(world);
  world.faults.demandRevision(NEWER);
  world.faults.offerRevision(NEWER);
  const first = channelRig(world.url, { folder });
  await first.start();
  await first.at('open');
  await first.stop();
  const second = channelRig(world.url, { folder });
  await second.start();
  await second.at('open');
  await second.stop();
  expect([outdated(first), outdated(second), looks(world)]).toEqual([[false], [], 1]);
});

test.each<[string, (world: WhatsAppServer) => void]>([
  ['there is no script', () => undefined],
  ['it is at the version that was refused', (world) => world.faults.offerRevision(BUILT_IN)],
])(
  'where %s, it says so and is tried again every 15 minutes, for ever',
  { tags: 'full' },
  async (_, offer) => {
    const world = await server();
    const folder = await linkedFolder(world);
    const clock = new SteeredClock();
    world.faults.demandRevision(NEWER);
    offer(world);
    const rig = channelRig(world.url, { folder, clock });
    await rig.start();
    for (let round = 1; round <= 6; round += 1) {
      await until(() => outdated(rig).filter((looked) => looked).length === round, `round ${round}`);
      await clock.advance(QUARTER_MS);
    }
    world.faults.offerRevision(NEWER);
    await until(() => rig.channel.state.at === 'outdated', 'another refusal');
    await clock.advance(QUARTER_MS);
    await rig.at('open');
    await rig.stop();
  },
);

test('a version that a person has set is spoken whatever else is known, and no other is looked for', {
  tags: 'full',
}, async () => {
  const world = await server();
  const folder = await linkedFolder(world);
  world.faults.demandRevision(NEWER);
  world.faults.offerRevision(NEWER);
  const rig = channelRig(world.url, { folder, version: [2, 3000, BUILT_IN + 1] });
  await rig.start();
  await until(() => outdated(rig).length === 2, 'the refusal');
  expect([outdated(rig), looks(world)]).toEqual([[false, true], 0]);
  await rig.stop();
});
