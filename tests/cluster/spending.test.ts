/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import type { CellName } from '../../src/cluster/names.ts';
import { createSpendingRows, shareSpending } from '../../src/cluster/spending/share-spending.ts';
import { putSpending, spendingByCell } from '../../src/cluster/spending/spending.ts';
import { DAY_MS, startOfUtcDay, systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { exhaustedDailyLimit } from '../../src/gateway/people/authority.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { freshDatabase, runSql, startPostgres } from '../support/postgres.ts';
import { openTestStore } from '../support/test-store.ts';
import { CELL, OTHER, openDatabase } from './rig.ts';

const ANA = '34600111222';
const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

interface Cell {
  readonly store: OpenStore;
  spend(person: string, microUsd: number, atMs?: number): void;
  spent(person: string): number;
  stop(): Promise<void>;
}

function newStore(): OpenStore {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  return store;
}

/** A cell's disk with what tells the others; the clock may stand on another day. */
async function cellAt(
  url: string,
  cell: CellName,
  {
    store = newStore(),
    nowMs = Date.now,
  }: { readonly store?: OpenStore; readonly nowMs?: () => number } = {},
): Promise<Cell> {
  const sharing = shareSpending({
    db: await openDatabase(url),
    rows: createSpendingRows(store.database),
    cell,
    isShared: (person) => person !== 'local',
    clock: { ...systemClock, nowMs },
    log: silentLog,
  });
  const stop = () => sharing.stop();
  onTestFinished(stop);
  return {
    store,
    spend: (person, microUsd, atMs = nowMs()) =>
      store.spending.add({ session: undefined, person, usage, microUsd, atMs }),
    spent: (person) => store.spending.sumSince(person, startOfUtcDay(nowMs())),
    stop,
  };
}

const WITHIN = { timeout: 10_000, interval: 20 };

test('what a person spends in one cell counts against the cap in every other', async () => {
  const url = await freshDatabase();
  const lima = await cellAt(url, CELL);
  const quito = await cellAt(url, OTHER);
  const program = { limits: { dailyCostMicroUsd: 500 } as never };
  const reached = ({ store }: Cell) =>
    exhaustedDailyLimit(ANA, { nowMs: Date.now(), program, store }) !== undefined;
  quito.spend(ANA, 200);
  lima.spend(ANA, 299);
  await expect.poll(() => [lima.spent(ANA), quito.spent(ANA)], WITHIN).toEqual([499, 499]);
  expect([reached(lima), reached(quito)]).toEqual([false, false]);
  lima.spend(ANA, 1);
  await expect.poll(() => reached(quito), WITHIN).toBe(true);
  expect(quito.store.spending.byPerson(startOfUtcDay(Date.now()))).toEqual([{ person: ANA, microUsd: 500 }]);
});

test('telling it again changes nothing: after a restart, and of a cell that lost its disk', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const quito = await cellAt(url, OTHER);
  const lima = await cellAt(url, CELL);
  lima.spend(ANA, 300);
  await expect.poll(() => quito.spent(ANA), WITHIN).toBe(300);
  await lima.stop();
  const again = await cellAt(url, CELL, { store: lima.store });
  again.spend('34600333444', 7);
  await expect.poll(() => quito.spent('34600333444'), WITHIN).toBe(7);
  expect([again.spent(ANA), quito.spent(ANA)]).toEqual([300, 300]);
  await again.stop();

  const empty = await cellAt(url, CELL);
  empty.spend(ANA, 5);
  empty.spend('34600333444', 8);
  await expect.poll(() => quito.spent('34600333444'), WITHIN).toBe(8);
  expect(quito.spent(ANA)).toBe(300);
});

test('only today is told, and whoever sits at a machine is another person on each', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const quito = await cellAt(url, OTHER);
  const lima = await cellAt(url, CELL);
  lima.spend('local', 100);
  lima.spend(ANA, 40, Date.now() - DAY_MS);
  lima.spend(ANA, 2);
  await expect.poll(() => quito.spent(ANA), WITHIN).toBe(2);
  expect(await runSql(url, 'SELECT person, cell, micro_usd::int AS usd FROM wasap.spending')).toEqual([
    { person: ANA, cell: CELL, usd: 2 },
  ]);
});

test('a new day begins at nothing in all cells', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const quito = await cellAt(url, OTHER, { nowMs });
  const lima = await cellAt(url, CELL, { nowMs });
  lima.spend(ANA, 40);
  await expect.poll(() => quito.spent(ANA), WITHIN).toBe(40);
  aheadMs = DAY_MS;
  expect([lima.spent(ANA), quito.spent(ANA)]).toEqual([0, 0]);
  lima.spend(ANA, 3);
  await expect.poll(() => quito.spent(ANA), WITHIN).toBe(3);
});

test('without PostgreSQL the last that was heard counts, also after a restart; what was spent is told later', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { url } = server;
  const quito = await cellAt(url, OTHER);
  const lima = await cellAt(url, CELL);
  lima.spend(ANA, 40);
  await expect.poll(() => quito.spent(ANA), WITHIN).toBe(40);
  await server.kill();
  lima.spend(ANA, 60);
  expect([lima.spent(ANA), quito.spent(ANA)]).toEqual([100, 40]);
  await quito.stop();
  expect(quito.spent(ANA)).toBe(40);
  await server.start();
  const again = await cellAt(url, OTHER, { store: quito.store });
  await expect.poll(() => again.spent(ANA), { timeout: 30_000 }).toBe(100);
});

test('what was spent on each cell in some days is read for everybody, or for one person', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  const lastMs = startOfUtcDay(Date.now());
  const rows: readonly (readonly [number, string, CellName, number])[] = [
    [0, ANA, CELL, 5],
    [0, ANA, OTHER, 7],
    [2, ANA, OTHER, 100],
    [2, '34600333444', OTHER, 1000],
    // Before those days.
    [3, ANA, CELL, 9],
  ];
  for (const [daysAgo, person, cell, microUsd] of rows)
    await putSpending(database, { cell, dayMs: lastMs - daysAgo * DAY_MS }, [{ person, microUsd }]);
  const read = (person?: string) =>
    spendingByCell(database, { firstMs: lastMs - 2 * DAY_MS, lastMs, person });
  expect([await read(), await read(ANA), await read('34600999888')]).toEqual([
    [
      { cell: CELL, microUsd: 5, lastDayMicroUsd: 5 },
      { cell: OTHER, microUsd: 1107, lastDayMicroUsd: 7 },
    ],
    [
      { cell: CELL, microUsd: 5, lastDayMicroUsd: 5 },
      { cell: OTHER, microUsd: 107, lastDayMicroUsd: 7 },
    ],
    [],
  ]);
});
