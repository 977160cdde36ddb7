import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, IN_MEMORY, openDatabase } from '../../src/store/database.ts';
import { makeDurable } from '../../src/store/open.ts';

function opened(file: string): Database {
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  makeDurable(database);
  database.execute('CREATE TABLE words (word TEXT)');
  return database;
}

function onDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-flushed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'wasap.db');
  const database = opened(file);
  return { database, log: `${file}-wal` };
}

function say(database: Database): void {
  const insert = database.write('INSERT INTO words VALUES (@word)');
  database.unflushed(() => insert.run({ word: 'a' }));
}

test('what was not waited for is brought to the disk when it is asked for, by as many as ask', async () => {
  const { database } = onDisk();
  say(database);
  const asked = [database.waitForFlush(), database.waitForFlush()];
  say(database);
  await expect(Promise.all([...asked, database.waitForFlush()])).resolves.toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('when that fails everybody who asked hears of it, and it is tried again the next time', async () => {
  const { database, log } = onDisk();
  say(database);
  unlinkSync(log);
  const settled = await Promise.allSettled([database.waitForFlush(), database.waitForFlush()]);
  const again = await Promise.allSettled([database.waitForFlush()]);
  expect([...settled, ...again].map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('another file in the place of the log is not taken for it: what is written goes on into the one that was removed', async () => {
  const { database, log } = onDisk();
  say(database);
  await database.waitForFlush();
  unlinkSync(log);
  writeFileSync(log, '');
  say(database);
  await expect(database.waitForFlush()).rejects.toThrow(/may not survive a power cut/);
  expect(() => database.flush()).toThrow(/may not survive a power cut/);
});

test('with nothing to be brought there, and in memory, it is done at once', async () => {
  const { database, log } = onDisk();
  unlinkSync(log);
  const inMemory = opened(IN_MEMORY);
  say(inMemory);
  await expect(Promise.all([database.waitForFlush(), inMemory.waitForFlush()])).resolves.toEqual([
    undefined,
    undefined,
  ]);
});

test('what acts at once can wait for it in place, and hears when it fails', () => {
  const { database, log } = onDisk();
  const inMemory = opened(IN_MEMORY);
  say(database);
  expect([database.flush(), inMemory.flush()]).toEqual([undefined, undefined]);
  unlinkSync(log);
  expect(() => database.flush()).toThrow(/may not survive a power cut/);
});
