/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { conversationKey } from '../../../src/cluster/names.ts';
import { askForHandover } from '../../../src/cluster/placement/handovers.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { openCluster } from '../../front/rig.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { EMPTY_HANDED } from './empty-handed.ts';
import { CHAT, FRONT, startFakeFront } from './fake-front.ts';
import { CELL, hearing, relayRig } from './rig.ts';

const KEY = conversationKey(FRONT, CHAT);
const SOON = { clock: systemClock, withinMs: 8000 };

/** A cell with a chat, which has taken its first message. */
async function openCell(isFlushed: () => Promise<boolean> = async () => true) {
  const url = await freshDatabase();
  const { channel } = await relayRig({ url, mover: { ...EMPTY_HANDED, isFlushed } });
  const heard = hearing();
  await channel.start(heard);
  const front = await startFakeFront({ url, cell: CELL });
  onTestFinished(() => front.stop());
  await front.says('hello');
  await front.takenIn();
  return { db: await openCluster(url), front, heard };
}

test('a chat that was ready and did not move, because the command was killed, is ready again when it is asked for', {
  tags: 'full',
}, async () => {
  const { db } = await openCell();
  expect([await askForHandover(db, KEY, SOON), await askForHandover(db, KEY, SOON)]).toEqual([
    'done',
    'done',
  ]);
});

test('who asks while a chat is being made ready hears of the same', { tags: 'full' }, async () => {
  let makeReady: () => void = () => undefined;
  const ready = new Promise<boolean>((resolve) => {
    makeReady = () => resolve(true);
  });
  let asked = 0;
  const { db } = await openCell(() => {
    asked += 1;
    return ready;
  });
  const first = askForHandover(db, KEY, SOON);
  await expect.poll(() => asked).toBe(1);
  const second = askForHandover(db, KEY, SOON);
  await systemClock.sleep(300);
  makeReady();
  expect([await first, await second, asked]).toEqual(['done', 'done', 1]);
});

test('a chat that is being handed over takes nothing in', async () => {
  const { db, front, heard } = await openCell();
  await askForHandover(db, KEY, SOON);
  await front.says('and this?');
  await systemClock.sleep(500);
  expect(heard.messages.map(({ text }) => text)).toEqual(['hello']);
});
