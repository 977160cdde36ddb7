/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { expect, onTestFinished, test } from 'vitest';
import {
  type ClusterWatch,
  chatsNamed,
  createSnapshotRows,
  type SnapshotRows,
  watchCluster,
} from '../../src/cluster/overview/cluster-snapshot.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { freshDatabase, runSql, startPostgres } from '../support/postgres.ts';
import { openTestStore } from '../support/test-store.ts';
import { CELL, joinAs, OTHER, openDatabase } from './rig.ts';

const WITHIN = { timeout: 30_000, interval: 50 };

async function watching(url: string, rows: SnapshotRows): Promise<ClusterWatch> {
  const db = await openDatabase(url);
  const watch = watchCluster({ db, rows, clock: systemClock, log: silentLog });
  onTestFinished(() => watch.stop());
  return watch;
}

const namesSeen = async (watch: ClusterWatch) => {
  const seen = await watch.readCluster();
  return seen && { cells: seen.members.map(({ name }) => name), chats: seen.chats, isAway: seen.isAway };
};

test('what was seen last is shown while PostgreSQL is away, after a restart, too', {
  timeout: 90_000,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { url } = server;
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  const rows = createSnapshotRows(store.database);
  const database = await openDatabase(url);
  await joinAs(database, CELL);
  await joinAs(database, OTHER);
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ('main:ana', 'main', '34600111222', $1, 1)`,
    [CELL],
  );
  const chats = [{ conversation: 'main:ana', front: 'main', person: '34600111222', cell: CELL }];
  const watch = await watching(url, rows);
  await expect.poll(() => namesSeen(watch), WITHIN).toEqual({ cells: [CELL, OTHER], chats, isAway: false });
  await server.kill();
  await expect.poll(() => namesSeen(watch), WITHIN).toEqual({ cells: [CELL, OTHER], chats, isAway: true });
  expect(createSnapshotRows(store.database).get()).toMatchObject({ chats });
  await server.start();
  await expect.poll(() => namesSeen(watch), WITHIN).toEqual({ cells: [CELL, OTHER], chats, isAway: false });
});

test('what another version has written is no reason to fail: it is seen anew', () => {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  const rows = createSnapshotRows(store.database);
  rows.note({ members: [{ kind: 'ghost' } as never], chats: [] }, 5);
  expect(rows.get()).toBeUndefined();
  rows.note({ members: [], chats: [] }, 6);
  rows.noteAway();
  expect(rows.get()).toEqual({ members: [], chats: [], atMs: 6, isAway: true });
});

test('a chat is found by a part of its name or of its person; nothing in the words is a pattern', async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES
       ('main:34600111222@s.whatsapp.net', 'main', '34600111222', $1, 1), ('main:99@lid', 'main', 'Ana', $1, 1)`,
    [CELL],
  );
  const found = async (words: string) =>
    (await chatsNamed(database, words)).map(({ conversation }) => conversation);
  expect([await found('600111'), await found('ANA'), await found('%'), await found("' OR 1=1 --")]).toEqual([
    ['main:34600111222@s.whatsapp.net'],
    ['main:99@lid'],
    [],
    [],
  ]);
});
