import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './markdown.ts';
import { movingTables } from './moving-tables.ts';

test('of every table it is decided whether it goes along with a chat that moves, once', () => {
  const schema = readFileSync(path.join(ROOT, 'src/store/schema.sql'), 'utf8');
  const tables = [...schema.matchAll(/^CREATE TABLE "?(\w+)/gm)].map(([, table = '']) => table);
  expect(
    movingTables()
      .map(({ table }) => table)
      .toSorted(),
    'A new table needs its place in docs/decisions/what-goes-along-with-a-chat.md: what a person sets in a chat goes along.',
  ).toEqual(tables.toSorted());
});
