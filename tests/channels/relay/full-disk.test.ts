/**
 * A cell that lives, and whose disk takes nothing.
 * @module-tag postgres
 */
import { expect, onTestFinished, test } from 'vitest';
import { createRelayRows } from '../../../src/channels/relay/relay-rows.ts';
import { conversationKey } from '../../../src/cluster/names.ts';
import { askForHandover } from '../../../src/cluster/placement/handovers.ts';
import { allMembers } from '../../../src/cluster/placement/membership.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { openStore } from '../../../src/store/open.ts';
import { openCluster, seatCell } from '../../front/rig.ts';
import { fillDisk, storeSomething } from '../../support/full-disk.ts';
import { freshDatabase, runSql } from '../../support/postgres.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { EMPTY_HANDED } from './empty-handed.ts';
import { CHAT, FRONT, startFakeFront } from './fake-front.ts';
import { CELL, hearing, relayRig } from './rig.ts';

const OTHER_CHAT = '34600999888@s.whatsapp.net';
const KEY = conversationKey(FRONT, CHAT);
const WITHIN = { timeout: 20_000 };
const HANDOVER = { clock: systemClock, withinMs: 15_000 };

/** Both chats have written before the disk was full. Its tasks are parked by a write, and chats leave by one. */
async function fullCell({ isAtWork = false } = {}) {
  const url = await freshDatabase();
  const { database, close } = openStore({ path: ':memory:' });
  onTestFinished(close);
  const waits: string[] = [];
  const { channel } = await relayRig({
    url,
    rows: createRelayRows(database),
    openSessions: isAtWork ? [sessionRecord().id] : [],
    mover: {
      ...EMPTY_HANDED,
      isFlushed: async () => !isAtWork,
      leave: (_chat, noteLeft) =>
        database.atomically(() => {
          storeSomething(database);
          noteLeft();
        }),
      stillWaits: async ({ chat }) => void waits.push(chat),
    },
  });
  const heard = hearing();
  await channel.start({ ...heard, interrupt: () => expect(() => storeSomething(database)).toThrow() });
  const front = await startFakeFront({ url, cell: CELL });
  onTestFinished(() => front.stop());
  const writes = (chat: string, text: string): Promise<void> => front.says(text, { chat });
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, $2, 'bo', $3, 1)`,
    [conversationKey(FRONT, OTHER_CHAT), FRONT, CELL],
  );
  await writes(CHAT, 'hello');
  await writes(OTHER_CHAT, 'hello');
  await front.takenIn();
  const makeRoom = fillDisk(database);
  return { url, db: await openCluster(url), channel, writes, front, heard, waits, database, makeRoom };
}

test('its people are told, and need not send again what it could not store', async () => {
  const { channel, front } = await fullCell();
  const body = { kind: 'text', text: 'My disk is full.' } as const;
  await channel.send({ id: 'told', chat: CHAT, body, mayRepeat: false });
  expect([channel.capabilities.handsInAgain, front.delivered.map(({ id }) => id)]).toEqual([true, ['told']]);
});

test('says at once that it cannot park its tasks, in place of letting the command wait for 15 s', {
  tags: 'full',
}, async () => {
  const { db } = await fullCell({ isAtWork: true });
  const fromMs = systemClock.upMs();
  const how = await askForHandover(db, KEY, HANDOVER);
  expect({ how, isSoon: systemClock.upMs() - fromMs < HANDOVER.withinMs }).toEqual({
    how: 'full',
    isSoon: true,
  });
});

test('a chat that has left, which cannot be noted, keeps back neither another one nor the heartbeat', async () => {
  const { url, db } = await fullCell();
  await seatCell(url, 'elsewhere');
  await runSql(url, `UPDATE wasap.placements SET cell = 'elsewhere', epoch = 2 WHERE conversation = $1`, [
    conversationKey(FRONT, OTHER_CHAT),
  ]);
  const fromMs = systemClock.upMs();
  expect(await askForHandover(db, KEY, HANDOVER)).toBe('done');
  const saysFacts = async (): Promise<boolean> => {
    const own = (await allMembers(db)).find(({ name }) => name === CELL);
    const saidMs = systemClock.upMs() - 1000 * (own?.secondsSinceFacts ?? Number.POSITIVE_INFINITY);
    return own?.isAlive === true && saidMs > fromMs;
  };
  await expect.poll(saysFacts, WITHIN).toBe(true);
});

test('a chat that has never written before is told that it waits, and is heard when there is room', {
  timeout: 90_000,
  tags: 'full',
}, async () => {
  const { url, writes, heard, waits, database, makeRoom } = await fullCell();
  const chats = Array.from({ length: 60 }, (_, chat) => `${'3460'.padEnd(400, '0')}${chat}@s.whatsapp.net`);
  for (const chat of chats) {
    await runSql(
      url,
      `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, $2, 'eva', $3, 1)`,
      [conversationKey(FRONT, chat), FRONT, CELL],
    );
    await writes(chat, 'first words');
  }
  await expect.poll(() => waits.length, WITHIN).toBeGreaterThan(0);
  expect(database.refusals()).toBeGreaterThan(0);
  makeRoom();
  await expect
    .poll(() => heard.messages.filter(({ text }) => text === 'first words').length, { timeout: 60_000 })
    .toBe(chats.length);
});
