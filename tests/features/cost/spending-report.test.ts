import { afterEach, expect, test } from 'vitest';
import { createSpendingReport } from '../../../src/features/cost/rows/spending-report.ts';
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
  store.sessions.create(sessionRecord({ id: SHOP, project: '/projects/shop', model: 'large' }));
  store.sessions.create(sessionRecord({ id: BLOG, project: '/projects/blog', model: 'large' }));
  const spend = (change: Partial<Parameters<OpenStore['spending']['add']>[0]>) =>
    store.spending.add({ session: SHOP, person: 'ana', usage: USAGE, microUsd: 100, atMs: NOON, ...change });
  return { spend, report: createSpendingReport(store.database) };
}

test('by day, person, model and project; the model that was asked counts, else that of the task', () => {
  const { spend, report } = opened();
  spend({ microUsd: 100 });
  spend({ microUsd: 20, model: 'small' });
  spend({ microUsd: 3, session: BLOG, person: 'bea', atMs: NOON - DAY });
  spend({ microUsd: 4, session: undefined, person: 'bea', atMs: NOON - 2 * DAY });
  spend({ microUsd: 1000, atMs: NOON - 3 * DAY });
  expect(report({ days: 3, nowMs: NOON, person: undefined })).toEqual({
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

test("one person's alone", () => {
  const { spend, report } = opened();
  spend({ microUsd: 100 });
  spend({ microUsd: 3, session: BLOG, person: 'bea' });
  expect(report({ days: 1, nowMs: NOON, person: 'bea' })).toEqual({
    microUsd: 3,
    days: [{ name: '2026-11-20', microUsd: 3 }],
    people: [{ name: 'bea', microUsd: 3 }],
    models: [{ name: 'large', microUsd: 3 }],
    projects: [{ name: 'blog', microUsd: 3 }],
  });
});

test('a day begins at midnight UTC', () => {
  const { spend, report } = opened();
  const midnight = Date.UTC(2026, 10, 20);
  spend({ microUsd: 1, atMs: midnight - 1 });
  spend({ microUsd: 20, atMs: midnight });
  expect(report({ days: 2, nowMs: midnight, person: undefined }).days).toEqual([
    { name: '2026-11-19', microUsd: 1 },
    { name: '2026-11-20', microUsd: 20 },
  ]);
});

test('what has not changed is not read again, and what has is', () => {
  const { spend, report } = opened();
  const ask = () => report({ days: 1, nowMs: NOON, person: undefined });
  const [first, again] = [ask(), ask()];
  spend({ microUsd: 5 });
  expect([first === again, ask().microUsd]).toEqual([true, 5]);
});

test('nothing was spent', () => {
  const { report } = opened();
  expect(report({ days: 2, nowMs: NOON, person: undefined })).toEqual({
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
