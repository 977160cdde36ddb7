import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { IN_MEMORY, openDatabase } from '../../src/store/database.ts';
import { makeDurable } from '../../src/store/durability.ts';
import { createLogFlush } from '../../src/store/log-flush.ts';
import { databasePath } from './store-file.ts';

function openWithRows() {
  const path = databasePath();
  const database = openDatabase(path);
  makeDurable(database);
  database.execute('CREATE TABLE one (value)');
  const add = database.write('INSERT INTO one (value) VALUES ($value)');
  return { path, database, add: (value: number) => database.unflushed(() => add.run({ value })) };
}

test('commits that were not waited for are brought to the disk, again and again', async () => {
  const { database, add } = openWithRows();
  for (let value = 0; value < 3; value += 1) {
    add(value);
    await database.flushed();
  }
  expect(database.read('SELECT value FROM one', z.object({ value: z.int() })).all({})).toHaveLength(3);
  database.close();
});

test('a database may be closed while its log is on the way, and one in memory has none', async () => {
  const { database, add } = openWithRows();
  add(1);
  const flushed = database.flushed();
  database.close();
  await expect(flushed).resolves.toBeUndefined();
  const memory = openDatabase(IN_MEMORY);
  await expect(memory.flushed()).resolves.toBeUndefined();
  memory.close();
});

test('a log that is not there has not been flushed', async () => {
  const path = databasePath();
  await expect(createLogFlush(path).flushed()).rejects.toMatchObject({ code: 'ENOENT' });
  const { database, path: other } = openWithRows();
  rmSync(`${other}-wal`);
  await expect(database.flushed()).rejects.toMatchObject({ code: 'ENOENT' });
  database.close();
});
