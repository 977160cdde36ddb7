/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { expect, onTestFinished, test } from 'vitest';
import { createRelayChannel } from '../../src/channels/relay/relay.ts';
import { createRelayRows } from '../../src/channels/relay/relay-rows.ts';
import { snapshotsOf } from '../../src/cli/cluster/run-cell.ts';
import { openClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { lookAtCluster } from '../../src/cluster/overview/look-at-cluster.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { openStore } from '../../src/store/open.ts';
import { EMPTY_HANDED } from '../channels/relay/empty-handed.ts';
import { hearing } from '../channels/relay/rig.ts';
import { fillDisk, storeSomething } from '../support/full-disk.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openTestStore } from '../support/test-store.ts';
import { CELL, openDatabase } from './rig.ts';

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

test('a cell tells all machines what it does and spent, again every few seconds', async () => {
  const url = await freshDatabase();
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  const channel = createRelayChannel({
    cell: CELL,
    cluster: await openClusterDatabase({
      url,
      name: 'cell',
      supervises: false,
      clock: systemClock,
      log: silentLog,
    }),
    rows: createRelayRows(store.database),
    version: '1',
    facts: snapshotsOf(store.database, () => ['shop'], systemClock),
    beside: [],
    openSessions: () => [],
    mover: EMPTY_HANDED,
    clock: systemClock,
    log: silentLog,
  });
  onTestFinished(() => channel.stop());
  const looking = await openDatabase(url);
  await channel.start(hearing());
  const seen = async () => (await lookAtCluster(looking))[0]?.snapshot;
  const idle = { projects: ['shop'], tasks: { running: 0, waiting: 0 }, spentTodayMicroUsd: 0, audit: null };
  await expect.poll(seen, { timeout: 20_000 }).toMatchObject(idle);
  store.spending.add({ session: undefined, person: 'ana', usage, microUsd: 700, atMs: Date.now() });
  await expect.poll(seen, { timeout: 20_000 }).toMatchObject({ ...idle, spentTodayMicroUsd: 700 });
  expect((await seen())?.secondsOld).toBeLessThan(12);
}, 60_000);

test('a cell says that its disk takes nothing, until nothing was refused for two minutes', () => {
  const store = openStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  let upMs = 0;
  const facts = snapshotsOf(store.database, () => [], { ...systemClock, upMs: () => upMs });
  const said = [facts().isFull];
  const makeRoom = fillDisk(store.database);
  expect(() => storeSomething(store.database)).toThrow();
  said.push(facts().isFull);
  makeRoom();
  storeSomething(store.database);
  upMs = 119_999;
  said.push(facts().isFull);
  upMs = 120_000;
  said.push(facts().isFull);
  expect(said).toEqual([false, true, true, false]);
});
