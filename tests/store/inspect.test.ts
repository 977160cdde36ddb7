import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { inspectDatabase } from '../../src/store/inspect.ts';
import { openStore } from '../../src/store/open.ts';
import { tempFolder } from '../support/program.ts';

function databaseFile(): string {
  const folder = tempFolder('inspect');
  onTestFinished(() => folder.remove());
  return path.join(folder.path, 'wasap.db');
}

test('a database is found sound while a program writes it', async () => {
  const file = databaseFile();
  const store = openStore({ path: file });
  onTestFinished(() => store.close());
  const opened = inspectDatabase(file);
  expect(await opened?.soundness({ clock: systemClock, limitMs: 60_000 })).toEqual({ kind: 'sound' });
  opened?.close();
});

test('a page that was overwritten is damage', async () => {
  const file = databaseFile();
  openStore({ path: file }).close();
  const sqlite = new Sqlite(file);
  const page = sqlite.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'people'").pluck().get();
  sqlite.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (Number(page) - 1) * 4096, Number(page) * 4096);
  writeFileSync(file, bytes);
  const opened = inspectDatabase(file);
  expect(await opened?.soundness({ clock: systemClock, limitMs: 60_000 })).toMatchObject({ kind: 'damaged' });
  opened?.close();
});

test('when the time is up it says how far it came', async () => {
  const file = databaseFile();
  openStore({ path: file }).close();
  const opened = inspectDatabase(file);
  expect(await opened?.soundness({ clock: systemClock, limitMs: 0 })).toMatchObject({
    kind: 'unfinished',
    looked: 0,
  });
  opened?.close();
});

test('where there is none nothing is made', () => {
  expect(inspectDatabase(databaseFile())).toBeUndefined();
});

test('what is no database is refused', () => {
  const file = databaseFile();
  writeFileSync(file, 'not a database, but long enough to be looked at as one, or so it seems'.repeat(20));
  expect(() => inspectDatabase(file)).toThrow(/database/);
});

test('whoever was refused for an unknown LID is named once, with the last time', () => {
  const file = databaseFile();
  const store = openStore({ path: file });
  onTestFinished(() => store.close());
  const instance = 'i' as never;
  for (const [at, reason] of ['pending: x', 'pending: x', 'sender is not listed'].entries()) {
    const sender = at === 2 ? '34600' : '77@lid';
    const message = { account: 'main', chat: sender, sender, id: `m${at}`, text: '', sentAtMs: 1 };
    const row = store.inbox.accept({ channel: 'whatsapp', message, instance, atMs: 1000 + at });
    store.inbox.finish(row?.seq ?? 0, 'refused', reason);
  }
  const opened = inspectDatabase(file);
  expect(opened?.pendingSenders(0)).toEqual([{ sender: '77@lid', atMs: 1001 }]);
  opened?.close();
});
