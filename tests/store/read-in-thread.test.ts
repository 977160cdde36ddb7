import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { readInThread } from '../../src/store/read-in-thread.ts';
import { tempFolder } from '../support/program.ts';

function databaseFile(): string {
  const folder = tempFolder('read-aside');
  onTestFinished(() => folder.remove());
  const file = path.join(folder.path, 'wasap.db');
  openStore({ path: file }).close();
  return file;
}

/** Counts to many, which takes a while. */
const LONG = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT max(i) AS i FROM n`;

test('the rows of each query, in their order', async () => {
  const found: unknown[] = [];
  const queries = [
    { sql: 'SELECT @a AS a UNION SELECT 2', values: { a: 1 } },
    { sql: 'SELECT 3 AS b', values: {} },
  ];
  await readInThread(databaseFile(), { queries, take: (rows) => found.push(rows) });
  expect(found).toEqual([[{ a: 1 }, { a: 2 }], [{ b: 3 }]]);
});

test('other work goes on meanwhile', async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 5);
  await readInThread(databaseFile(), { queries: [{ sql: LONG, values: {} }], take: () => undefined });
  clearInterval(turning);
  expect(turns).toBeGreaterThan(1);
});

test('once it is not wanted any more, no further query begins', async () => {
  const over = new AbortController();
  const found: unknown[] = [];
  await readInThread(databaseFile(), {
    queries: Array.from({ length: 30 }, () => ({ sql: LONG, values: {} })),
    take(rows) {
      found.push(rows);
      over.abort();
    },
    signal: over.signal,
  });
  expect(found.length).toBeLessThan(30);
});

test('what cannot be read is told', async () => {
  const reading = readInThread(databaseFile(), {
    queries: [{ sql: 'SELECT missing', values: {} }],
    take: () => undefined,
  });
  await expect(reading).rejects.toThrow(/no such column: missing/);
});
