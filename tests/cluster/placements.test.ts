/** @module-tag postgres */
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import {
  type CellName,
  channelOfCell,
  channelOfFront,
  conversationKey,
  queueInto,
} from '../../src/cluster/names.ts';
import { setDraining } from '../../src/cluster/placement/membership.ts';
import {
  bestCellFor,
  moveConversation,
  placeConversations,
  placementsOf,
} from '../../src/cluster/placement/placements.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { CELL, FRONT, joinAs, OTHER, openDatabase, until } from './rig.ts';

const keyOf = (chat: string): string => conversationKey(FRONT, chat);

/** As a front does. */
async function publish(database: ClusterDatabase, jobs: readonly { id: string; chat: string; n: number }[]) {
  await database.transaction(async (sql) => {
    const chats = [...new Set(jobs.map(({ chat }) => chat))];
    const placed = await placeConversations(
      sql,
      FRONT,
      chats.map((chat) => ({ conversation: keyOf(chat), person: chat })),
    );
    for (const { id, chat, n } of jobs) {
      const cell = placed.get(keyOf(chat))?.cell as CellName;
      const queue = { name: queueInto(cell), wakes: channelOfCell(cell) };
      await database.queues.add(sql, queue, [{ id, key: keyOf(chat), data: { n } }]);
    }
  });
}

/** Numbers as this cell takes them. */
function consume(database: ClusterDatabase, cell: CellName, seen: number[]) {
  const consumer = database.queues.consume(queueInto(cell), z.object({ n: z.int() }), {
    async handle(jobs, settle) {
      for (const { id, data } of jobs) {
        seen.push(data.n);
        settle(id);
      }
    },
  });
  database.listen(channelOfCell(cell), () => consumer.wake());
  return consumer;
}

test('a cell that can store nothing gets a new conversation only where no other one is', {
  tags: 'full',
}, async () => {
  const database = await openDatabase(await freshDatabase());
  const lima = await joinAs(database, CELL);
  await lima.update({ projects: [], isFull: true });
  const placeOf = async (chat: string): Promise<string | undefined> => {
    const placed = await database.transaction((sql) =>
      placeConversations(sql, FRONT, [{ conversation: keyOf(chat), person: 'ana' }]),
    );
    return placed.get(keyOf(chat))?.cell;
  };
  const alone = await placeOf('1');
  await joinAs(database, OTHER);
  expect([alone, await placeOf('2')]).toEqual([CELL, OTHER]);
});

eachInFull<[string, readonly [string, string][], Record<string, string>]>([
  [
    'the cell with the fewest',
    [
      ['1', 'ana'],
      ['2', 'bo'],
      ['3', 'eva'],
      ['4', 'leo'],
    ],
    { 1: 'lima', 2: 'quito', 3: 'lima', 4: 'quito' },
  ],
  [
    'the cell of the person',
    [
      ['1', 'ana'],
      ['2', 'bo'],
      ['3', 'ana'],
      ['4', 'ana'],
    ],
    { 1: 'lima', 2: 'quito', 3: 'lima', 4: 'lima' },
  ],
])('a new conversation gets %s', async (_, conversations, expected) => {
  const database = await openDatabase(await freshDatabase());
  await joinAs(database, CELL);
  await joinAs(database, OTHER);
  for (const [chat, person] of conversations)
    await database.transaction((sql) =>
      placeConversations(sql, FRONT, [{ conversation: keyOf(chat), person }]),
    );
  const placed = await placementsOf(
    database,
    conversations.map(([chat]) => keyOf(chat)),
  );
  expect(Object.fromEntries([...placed].map(([key, { cell }]) => [key.replace('main:', ''), cell]))).toEqual(
    expected,
  );
});

test('without a living cell that takes conversations, nothing is placed; a known one keeps its cell', {
  tags: 'full',
}, async () => {
  const database = await openDatabase(await freshDatabase());
  const lima = await joinAs(database, CELL);
  const ask = (chat: string) =>
    database.transaction((sql) =>
      placeConversations(sql, FRONT, [{ conversation: keyOf(chat), person: 'ana' }]),
    );
  await ask('1');
  await setDraining(database, CELL, true);
  expect(await ask('2')).toEqual(new Map());
  await lima.leave();
  expect(await ask('1')).toEqual(new Map([['main:1', { cell: 'lima', epoch: 1 }]]));
});

test('a conversation that moves while a front writes loses nothing, and keeps the order', async () => {
  const url = await freshDatabase();
  const [front, cells, operator] = await Promise.all([
    openDatabase(url),
    openDatabase(url),
    openDatabase(url),
  ]);
  await joinAs(cells, CELL);
  await joinAs(cells, OTHER);
  const seen: number[] = [];
  const consumers = [consume(cells, CELL, seen), consume(cells, OTHER, seen)];
  const next = orderedIds(undefined, Date.now);
  const count = 60;
  const writing = (async () => {
    for (let n = 0; n < count; n += 1) await publish(front, [{ id: next(), chat: 'ana', n }]);
  })();
  await until(() => seen.length > 5);
  const epochs: number[] = [];
  for (const to of [OTHER, CELL, OTHER]) {
    epochs.push((await moveConversation(operator, { conversation: keyOf('ana'), to })).epoch);
    const sofar = seen.length;
    await until(() => seen.length > sofar || seen.includes(count - 1));
  }
  await writing;
  await until(() => seen.includes(count - 1));
  await Promise.all(consumers.map((consumer) => consumer.stop()));
  expect(epochs).toEqual([2, 3, 4]);
  // One that a cell had taken and not completed comes to the other one as well.
  expect([...new Set(seen)]).toEqual(Array.from({ length: count }, (_, n) => n));
});

test('a move carries what waits, tells both cells and the front, and is refused where it makes no sense', async () => {
  const database = await openDatabase(await freshDatabase());
  await joinAs(database, CELL);
  const next = orderedIds(undefined, Date.now);
  await publish(database, [
    { id: next(), chat: 'ana', n: 1 },
    { id: next(), chat: 'ana', n: 2 },
    { id: next(), chat: 'bo', n: 3 },
  ]);
  const heard: string[] = [];
  for (const channel of [channelOfCell(CELL), channelOfCell(OTHER), channelOfFront(FRONT)])
    database.listen(channel, (payload) => heard.push(`${channel} ${payload}`));
  await until(() => heard.length === 3);
  const ana = keyOf('ana');
  await expect(moveConversation(database, { conversation: ana, to: OTHER })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(moveConversation(database, { conversation: ana, to: CELL })).rejects.toMatchObject({
    kind: 'conflict',
  });
  await expect(moveConversation(database, { conversation: keyOf('eva'), to: CELL })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await joinAs(database, OTHER);
  expect(await moveConversation(database, { conversation: ana, to: OTHER })).toEqual({
    carried: 2,
    epoch: 2,
  });
  await until(() => heard.length === 7);
  expect(heard.slice(3)).toEqual([
    `wasap.cell.lima {"kind":"moved","conversation":"main:ana"}`,
    `wasap.cell.quito {"kind":"jobs"}`,
    `wasap.cell.quito {"kind":"moved","conversation":"main:ana"}`,
    `wasap.front.main {"kind":"moved","conversation":"main:ana"}`,
  ]);
  expect([
    (await database.queues.depth(queueInto(CELL))).waiting,
    (await database.queues.depth(queueInto(OTHER))).waiting,
  ]).toEqual([1, 2]);
});

test.each<[string, string | null, string]>([
  ['its project', 'web', 'rio'],
  ['its person', 'shop', 'quito'],
  ['a project that none has', 'api', 'quito'],
  ['an unknown project', null, 'quito'],
])('a conversation goes to the cell of %s', { tags: 'full' }, async (_, project, expected) => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  for (const name of ['lima', 'quito', 'rio']) await joinAs(database, name as CellName);
  await runSql(url, `UPDATE wasap.members SET facts = '{"projects":["web"]}' WHERE name = 'rio'`);
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ('main:1', 'main', 'ana', 'quito', 1)`,
  );
  await runSql(
    url,
    `UPDATE wasap.members SET facts = '{"projects":["shop"]}' WHERE name IN ('lima', 'quito')`,
  );
  expect(await bestCellFor(database, { person: 'ana', project }, CELL)).toBe(expected);
});

test('a move that expects the conversation elsewhere moves nothing', { tags: 'full' }, async () => {
  const database = await openDatabase(await freshDatabase());
  await joinAs(database, CELL);
  const conversation = keyOf('ana');
  await database.transaction((sql) => placeConversations(sql, FRONT, [{ conversation, person: 'ana' }]));
  await joinAs(database, OTHER);
  await expect(
    moveConversation(database, { conversation, from: 'rio' as CellName, to: OTHER }),
  ).rejects.toMatchObject({
    kind: 'conflict',
    facts: { trouble: 'moved-already' },
  });
  expect(await placementsOf(database, [conversation])).toEqual(
    new Map([[conversation, { cell: CELL, epoch: 1 }]]),
  );
});
