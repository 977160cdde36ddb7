import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { assertDurable, makeDurable } from '../../src/store/open.ts';
import { databasePath, thrownBy } from './store-file.ts';

test('a database that was made durable passes', () => {
  const database = openDatabase(databasePath());
  makeDurable(database);
  expect(thrownBy(() => assertDurable(database))).toBeUndefined();
  database.close();
});

/** What `PRAGMA synchronous` answers: 2 is FULL, 1 is NORMAL. */
function synchronousOf(database: Database): number | undefined {
  const sql = 'SELECT synchronous FROM pragma_synchronous';
  return database.read(sql, z.object({ synchronous: z.int() })).get({})?.synchronous;
}

test('only a commit that may be lost in a power cut is not waited for, also when it comes to nothing', () => {
  const database = openDatabase(databasePath());
  makeDurable(database);
  const during = database.unflushed(() => synchronousOf(database));
  thrownBy(() =>
    database.unflushed(() => {
      throw new Error('in the middle');
    }),
  );
  const inside = database.atomically(() => database.unflushed(() => synchronousOf(database)));
  expect({ during, after: synchronousOf(database), inside }).toEqual({ during: 1, after: 2, inside: 2 });
  database.close();
});

test.each([
  ['a lowered synchronous', 'PRAGMA synchronous = NORMAL', 'journal wal, synchronous 1'],
  ['another journal mode', 'PRAGMA journal_mode = DELETE', 'journal delete, synchronous 2'],
])('%s is noticed', (_, change, found) => {
  const file = databasePath();
  const database = openDatabase(file);
  makeDurable(database);
  database.execute(change);
  expect(thrownBy(() => assertDurable(database))).toMatchObject({
    kind: 'unavailable',
    message: `The file system of ${file} can't store data safely (${found}), so I didn't start. Put DATA_DIR on a local disk.`,
  });
  database.close();
});
