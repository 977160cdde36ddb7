import { afterEach, expect, test } from 'vitest';
import { createSpendingReport } from '../../../src/features/cost/spending-report.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

let store: OpenStore;
afterEach(() => store.close());

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const SHOP = '20261120-00000001' as never;
const BLOG = '20261120-00000002' as never;

function opened() {
  store = openTestStore({ path: IN_MEMORY });
  store.sessions.create(sessionRecord({ id: SHOP, project: '/projects/shop', prompt: { model: 'large' } }));
  store.sessions.create(sessionRecord({ id: BLOG, project: '/projects/blog', prompt: { model: 'large' } }));
  const spend = (change: Partial<Parameters<OpenStore['spending']['add']>[0]>) =>
    store.spending.add({ session: SHOP, person: 'ana', usage: USAGE, microUsd: 100, atMs: NOON, ...change });
  return { spend, report: createSpendingReport(store.database) };
}

test('by day, person, model and project; the model that was asked counts, else that of the task', async () => {
  const { spend, report } = opened();
  spend({ microUsd: 100 });
  spend({ microUsd: 20, model: 'small' });
  spend({ microUsd: 3, session: BLOG, person: 'bea', atMs: NOON - DAY });
  spend({ microUsd: 4, session: undefined, person: 'bea', atMs: NOON - 2 * DAY });
  spend({ microUsd: 1000, atMs: NOON - 3 * DAY });
  expect(await report({ days: 3, nowMs: NOON, person: undefined })).toEqual({
    microUsd: 127,
    days: [
      { name: '2026-11-18', microUsd: 4 },
      { name: '2026-11-19', microUsd: 3 },
      { name: '2026-11-20', microUsd: 120 },
    ],
    people: [
      { name: 'ana', microUsd: 120 },
      { name: 'bea', microUsd: 7 },
    ],
    models: [
      { name: 'large', microUsd: 103 },
      { name: 'small', microUsd: 20 },
      { name: undefined, microUsd: 4 },
    ],
    projects: [
      { name: 'shop', microUsd: 120 },
      { name: undefined, microUsd: 4 },
      { name: 'blog', microUsd: 3 },
    ],
  });
});

test("one person's alone", async () => {
  const { spend, report } = opened();
  spend({ microUsd: 100 });
  spend({ microUsd: 3, session: BLOG, person: 'bea' });
  expect(await report({ days: 1, nowMs: NOON, person: 'bea' })).toEqual({
    microUsd: 3,
    days: [{ name: '2026-11-20', microUsd: 3 }],
    people: [{ name: 'bea', microUsd: 3 }],
    models: [{ name: 'large', microUsd: 3 }],
    projects: [{ name: 'blog', microUsd: 3 }],
  });
});

test('a day begins at midnight UTC', async () => {
  const { spend, report } = opened();
  const midnight = Date.UTC(2026, 10, 20);
  spend({ microUsd: 1, atMs: midnight - 1 });
  spend({ microUsd: 20, atMs: midnight });
  expect((await report({ days: 2, nowMs: midnight, person: undefined })).days).toEqual([
    { name: '2026-11-19', microUsd: 1 },
    { name: '2026-11-20', microUsd: 20 },
  ]);
});

test('what has changed is read again: today, an earlier day, and after entries were removed', async () => {
  const { spend, report } = opened();
  const ask = async () => (await report({ days: 3, nowMs: NOON, person: undefined })).microUsd;
  const sums = [await ask()];
  spend({ microUsd: 5 });
  sums.push(await ask());
  spend({ microUsd: 70, atMs: NOON - 2 * DAY });
  sums.push(await ask());
  store.database.execute('DELETE FROM spending WHERE micro_usd = 5');
  sums.push(await ask());
  expect(sums).toEqual([0, 5, 75, 70]);
});

test('a long time is read day by day, with other work in between', async () => {
  const { spend, report } = opened();
  spend({ microUsd: 5 });
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 80) setImmediate(count);
  };
  setImmediate(count);
  await report({ days: 90, nowMs: NOON, person: undefined });
  expect(turns).toBeGreaterThan(40);
});

test('nothing was spent', async () => {
  const { report } = opened();
  expect(await report({ days: 2, nowMs: NOON, person: undefined })).toEqual({
    microUsd: 0,
    days: [
      { name: '2026-11-19', microUsd: 0 },
      { name: '2026-11-20', microUsd: 0 },
    ],
    people: [],
    models: [],
    projects: [],
  });
});
