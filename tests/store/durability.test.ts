import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { makeDurable, requireDurable } from '../../src/store/durability.ts';
import { databasePath, thrownBy } from './store-file.ts';

test('a database that was made durable passes', () => {
  const database = openDatabase(databasePath());
  makeDurable(database);
  expect(thrownBy(() => requireDurable(database))).toBeUndefined();
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
  expect(thrownBy(() => requireDurable(database))).toMatchObject({
    kind: 'unavailable',
    message: `${file}: this file system does not let the database write safely (${found}). Put the data folder on a local disk.`,
  });
  database.close();
});
