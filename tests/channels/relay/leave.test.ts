/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import type { SessionId } from '../../../src/core/ids.ts';
import { freshDatabase, runSql } from '../../support/postgres.ts';
import { EMPTY_HANDED } from './empty-handed.ts';
import { CHAT, type FakeFront, startFakeFront } from './fake-front.ts';
import { CELL, hearing, relayRig } from './rig.ts';

const WITHIN = { timeout: 20_000 };
const WISH = { chat: CHAT, project: 'web', messages: [{ sender: '34600111222', id: 'wish' }] };

async function frontAt(url: string): Promise<FakeFront> {
  const front = await startFakeFront({ url, cell: CELL });
  onTestFinished(() => front.stop());
  return front;
}

/** A cell in the table, without a process. */
async function seat(url: string, name: string, projects: readonly string[], change = ''): Promise<void> {
  await runSql(
    url,
    `INSERT INTO wasap.members (kind, name, version, facts, epoch, heartbeat)
     VALUES ('cell', $1, '1', $2, 1, clock_timestamp())`,
    [name, JSON.stringify({ projects })],
  );
  if (change !== '') await runSql(url, `UPDATE wasap.members SET ${change} WHERE name = $1`, [name]);
}

const placement = async (url: string): Promise<unknown> =>
  (await runSql(url, 'SELECT cell, epoch, project FROM wasap.placements'))[0];

test('a chat leaves for its project once it is at rest, and what comes meanwhile goes along', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  await seat(url, 'other', ['shop', 'web']);
  let looks = 0;
  let isAtRest = false;
  const mover = {
    ...EMPTY_HANDED,
    async isFlushed() {
      looks += 1;
      return isAtRest;
    },
  };
  const { channel } = await relayRig({ url, mover });
  const heard = hearing();
  await channel.start(heard);
  await front.says('hello');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
  await front.takenIn();
  const leaving = channel.moveToProject(WISH);
  await expect.poll(() => looks, WITHIN).toBeGreaterThan(0);
  await front.says('meanwhile');
  isAtRest = true;
  const hasLeft = await leaving;
  expect({
    hasLeft,
    placement: await placement(url),
    heard: heard.messages.map(({ text }) => text),
    along: await runSql(
      url,
      `SELECT data->'item'->'message'->>'text' AS text FROM pgboss.job WHERE name = 'in.other' AND state < 'completed'`,
    ),
    handled: await runSql(url, 'SELECT message FROM wasap.handled'),
  }).toEqual({
    hasLeft: true,
    placement: { cell: 'other', epoch: 2, project: 'web' },
    heard: ['hello'],
    along: [{ text: 'meanwhile' }],
    handled: [{ message: 'wish' }],
  });
});

test('a chat with an open task stays, and is heard as before', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  await seat(url, 'other', ['web']);
  const { channel } = await relayRig({ url, openSessions: ['20261127-aaaaaaaa' as SessionId] });
  const heard = hearing();
  await channel.start(heard);
  await front.says('one');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
  const hasLeft = await channel.moveToProject(WISH);
  await front.says('two');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(2);
  expect({ hasLeft, placement: await placement(url) }).toEqual({
    hasLeft: false,
    placement: { cell: 'one', epoch: 1, project: null },
  });
});

test.each<[string, readonly string[], string]>([
  ['no cell has the project', ['shop'], ''],
  ['the only one is silent', ['web'], "heartbeat = clock_timestamp() - interval '1 hour'"],
  ['the only one takes no chats', ['web'], 'is_draining = true'],
])(
  '%s: the chat stays, and is heard as before',
  { tags: 'full', timeout: 60_000 },
  async (_, projects, change) => {
    const url = await freshDatabase();
    const front = await frontAt(url);
    await seat(url, 'other', projects, change);
    const { channel } = await relayRig({ url });
    const heard = hearing();
    await channel.start(heard);
    await front.says('one');
    await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
    await expect(channel.moveToProject(WISH)).rejects.toMatchObject({ kind: 'not-found' });
    await front.says('two');
    await expect.poll(() => heard.messages.length, WITHIN).toBe(2);
  },
);

test('a chat that somebody moved meanwhile has left, and is not moved again', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  const front = await frontAt(url);
  await seat(url, 'other', ['web']);
  const mover = {
    ...EMPTY_HANDED,
    async isFlushed() {
      await runSql(url, `UPDATE wasap.placements SET cell = 'third', epoch = 2`);
      return true;
    },
  };
  const { channel } = await relayRig({ url, mover });
  const heard = hearing();
  await channel.start(heard);
  await front.says('one');
  await expect.poll(() => heard.messages.length, WITHIN).toBe(1);
  expect([await channel.moveToProject(WISH), await placement(url)]).toEqual([
    true,
    { cell: 'third', epoch: 2, project: null },
  ]);
});

test('the others that take chats are known, with their projects', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const url = await freshDatabase();
  await frontAt(url);
  await seat(url, 'big', ['api', 'web']);
  await seat(url, 'gone', ['web'], 'has_left = true');
  await seat(url, 'full', ['web'], 'is_draining = true');
  const { channel } = await relayRig({ url });
  await channel.start(hearing());
  await expect.poll(() => channel.otherCells(), WITHIN).toEqual([{ cell: 'big', projects: ['api', 'web'] }]);
});
