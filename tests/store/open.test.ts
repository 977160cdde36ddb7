import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/open.ts';
import { databasePath, execute, freshStore, storeWithSession, thrownBy } from './store-file.ts';

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test('the database, its log and a folder made for it belong to the owner alone', () => {
  const file = databasePath();
  storeWithSession(file);
  const modes = [path.dirname(file), file, `${file}-wal`, `${file}-shm`].map(modeOf);
  expect(modes).toEqual(['700', '600', '600', '600']);
});

test('a database that others could read is closed to them', () => {
  const file = databasePath();
  mkdirSync(path.dirname(file));
  writeFileSync(file, '', { mode: 0o644 });
  freshStore(file);
  expect(modeOf(file)).toBe('600');
});

test('works in memory', () => {
  const store = freshStore(':memory:');
  const spanish = { locale: 'es', isChosen: true, others: 0 } as const;
  store.conversations.setLanguage('console:local' as never, spanish);
  expect(store.conversations.language('console:local' as never)).toEqual(spanish);
});

test('a file that is no database is refused by name and left as it is', () => {
  const file = databasePath();
  mkdirSync(path.dirname(file));
  const text = 'Dear diary, this is not SQLite.\n'.repeat(200);
  writeFileSync(file, text);
  expect(thrownBy(() => openStore({ path: file }))).toMatchObject({
    name: 'Failure',
    kind: 'invalid',
    message: `${file} is damaged or not a database, so I left it as it is. Restore a backup (wasap restore FILE --force), or start empty: move it away with its -wal and -shm files. (SQLITE_NOTADB: file is not a database)`,
    facts: { path: file, code: 'SQLITE_NOTADB' },
  });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a damaged database is refused by name and left as it is', () => {
  const file = databasePath();
  openStore({ path: file }).close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 4096); // the rest of the first page: the list of tables
  writeFileSync(file, bytes);
  expect(thrownBy(() => openStore({ path: file }))).toMatchObject({
    kind: 'invalid',
    facts: { path: file, code: 'SQLITE_CORRUPT' },
  });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a database of a newer program is refused with both versions', () => {
  const file = databasePath();
  openStore({ path: file }).close();
  execute(file, 'PRAGMA user_version = 99');
  const before = readFileSync(file);
  expect(thrownBy(() => openStore({ path: file }))).toMatchObject({
    kind: 'invalid',
    message: `${file} was written by a newer version (its database is version 99, I know ${MIGRATIONS.length}). I left it as it is. Start the newer version, or put back the copy it kept.`,
    facts: { path: file, version: 99, newest: MIGRATIONS.length },
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a database of another program is refused and left as it is', () => {
  const file = databasePath();
  mkdirSync(path.dirname(file));
  execute(file, 'CREATE TABLE recipes (name TEXT)');
  const before = readFileSync(file);
  expect(thrownBy(() => openStore({ path: file }))).toMatchObject({
    kind: 'invalid',
    message: `${file} is another program's database, so I left it as it is. Name another file.`,
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a path that cannot be a file is refused with what to check', () => {
  const file = path.join(databasePath(), 'wasap.db');
  mkdirSync(path.dirname(path.dirname(file)));
  writeFileSync(path.dirname(file), 'a file where a folder should be');
  expect(thrownBy(() => openStore({ path: file }))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(`I can't open or write ${file}.`),
  });
});
