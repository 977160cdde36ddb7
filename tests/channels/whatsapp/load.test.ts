/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { atLevel } from '../../support/level.ts';
import { ANA, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';

const [CHATS, EACH] = atLevel({ quick: [10, 8], full: [20, 8], soak: [100, 50] });
const LIMIT_MS = CHATS * EACH * 60 + 20_000;

test(
  `${CHATS} people write ${EACH} messages each at once: all come in, once, each chat in order`,
  async () => {
    const world = await server();
    const rig = await linkedRig(world);
    const people = Array.from({ length: CHATS }, (_, n) =>
      world.person({
        phone: `346002${1000 + n}`,
        lid: `90000300${1000 + n}`,
        name: `P${n}`,
        as: n % 2 ? 'lid' : 'pn',
      }),
    );
    const texts = Array.from({ length: EACH }, (_, n) => `message ${n}`);
    await Promise.all(
      people.map(async (person) => {
        for (const text of texts) await person.says(text);
      }),
    );
    await until(
      () => rig.received.length >= CHATS * EACH,
      () => `${rig.received.length} received`,
      LIMIT_MS,
    );
    const senders = [...new Set(rig.received.map(({ sender }) => sender))];
    const bySender = senders.map((one) =>
      rig.received.filter(({ sender }) => sender === one).map(({ text }) => text),
    );
    expect(bySender).toEqual(Array.from({ length: CHATS }, () => texts));
    await rig.stop();
    world.verify();
  },
  LIMIT_MS,
);

test('what was written while the program was away comes in order, marked, before that it was away is told', async () => {
  const world = await server();
  const folder = dataFolder();
  const first = await linkedRig(world, { folder });
  const ana = world.person({ ...ANA, as: 'lid' });
  await ana.says('before');
  await until(() => first.received.length === 1, 'a message');
  await first.stop();
  const texts = Array.from({ length: 60 }, (_, n) => `away ${n}`);
  for (const text of texts) await ana.says(text);
  const rig = channelRig(world.url, { folder });
  let toldAfter: number | undefined;
  rig.onGap = () => {
    toldAfter = rig.received.length;
  };
  await rig.start();
  await rig.at('open');
  await ana.says('live');
  await until(() => rig.received.length === 61 && toldAfter !== undefined, 'everything');
  expect(rig.received.map(({ text, delayed }) => [text, delayed])).toEqual([
    ...texts.map((text) => [text, true]),
    ['live', undefined],
  ]);
  expect([rig.gaps.length, (toldAfter ?? 0) >= 60]).toEqual([1, true]);
  await rig.stop();
  world.verify();
});
