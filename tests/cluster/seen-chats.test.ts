/** @module-tag postgres */
import { expect, test } from 'vitest';
import { someChats } from '../../src/cluster/overview/cluster-snapshot.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { openDatabase } from './rig.ts';

test.each([
  ['few cells have 50 chats each', 3, [50, 50]],
  ['of many cells each has a place for some of its chats', 12, [41, 42]],
] as const)('%s', async (_what, cells, [fewest, most]) => {
  const url = await freshDatabase();
  const db = await openDatabase(url);
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch)
     SELECT 'main:' || chat || '-' || cell, 'main', chat, 'cell-' || cell, 1
     FROM generate_series(1, 60) AS chat, generate_series(1, $1::int) AS cell`,
    [cells],
  );
  const counts = new Map<string, number>();
  for (const { cell } of await someChats(db)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const sizes = [...counts.values()];
  expect([counts.size, Math.min(...sizes), Math.max(...sizes)]).toEqual([cells, fewest, most]);
});
