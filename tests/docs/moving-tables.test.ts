import { expect, test } from 'vitest';
import * as z from 'zod';
import { openTestStore } from '../support/test-store.ts';
import { movingTables } from './moving-tables.ts';

/** Of a new database: `schema.sql` may be about to be written by the same run. */
function tables(): readonly string[] {
  const store = openTestStore({ path: ':memory:' });
  const named = store.database.read(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    z.object({ name: z.string() }),
  );
  const names = named.all({}).map(({ name }) => name);
  store.close();
  return names;
}

test('of every table it is decided whether it goes along with a chat that moves, once', () => {
  expect(
    movingTables()
      .map(({ table }) => table)
      .toSorted(),
    'A new table needs its place in docs/decisions/what-goes-along-with-a-chat.md: what a person sets in a chat goes along.',
  ).toEqual(tables().toSorted());
});
