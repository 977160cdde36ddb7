import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type Log, silentLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { planMigration } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/open.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { type CompiledChild, compileChild } from './child.ts';
import { databasePath, select, storeWithSession, thrownBy } from './store-file.ts';

const SCHEMA_HEADER = `-- What all migrations together make. A test writes it: npx vitest run tests/store/migrate.test.ts -u
`;
const SCHEMA = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name';

function migrate(file: string, migrations: readonly string[], log: Log = silentLog): void {
  const database = openDatabase(file);
  try {
    planMigration(database, migrations).run(log);
  } finally {
    database.close();
  }
}

eachInFull(MIGRATIONS.map((_, version) => version))(
  'a database of version %i becomes the same as a new one',
  (version) => {
    const [old, fresh] = [databasePath(), databasePath()];
    migrate(old, MIGRATIONS.slice(0, version));
    openStore({ path: old }).close();
    openStore({ path: fresh }).close();
    expect(select(old, SCHEMA)).toEqual(select(fresh, SCHEMA));
    expect(select(old, 'PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }]);
  },
);

test('the schema of a new database is what the migrations make, and they leave no rows', async () => {
  const file = databasePath();
  migrate(file, MIGRATIONS);
  const stored = select(file, "SELECT type, name, sql FROM sqlite_schema WHERE sql <> '' ORDER BY rowid");
  const objects = z.array(z.object({ type: z.string(), name: z.string(), sql: z.string() })).parse(stored);
  const own = objects.filter(({ name }) => !name.startsWith('sqlite_'));
  const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => name);
  const rows = tables.filter((name) => select(file, `SELECT 1 FROM "${name}" LIMIT 1`).length > 0);
  expect(rows).toEqual([]);
  await expect([SCHEMA_HEADER, ...own.map(({ sql }) => `${sql};`), ''].join('\n')).toMatchFileSnapshot(
    '../../src/store/schema.sql',
  );
});

test('an empty file becomes a database', () => {
  const file = databasePath();
  mkdirSync(path.dirname(file));
  writeFileSync(file, '');
  openStore({ path: file }).close();
  expect(select(file, 'PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }]);
});

test('opening again changes nothing and keeps no copy', () => {
  const file = databasePath();
  openStore({ path: file }).close();
  openStore({ path: file }).close();
  expect(readdirSync(path.dirname(file))).toEqual(['wasap.db']);
});

test('an existing database is copied, with what its log still holds, before it is migrated', () => {
  const file = databasePath();
  storeWithSession(file); // stays open: its row is in the -wal file
  migrate(file, [...MIGRATIONS, 'CREATE TABLE later (x TEXT)']);
  const copy = `${file}.v${MIGRATIONS.length}.bak`;
  expect(select(copy, 'SELECT id FROM sessions')).toEqual([{ id: '20261120-00000001' }]);
  expect(select(copy, 'PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }]);
  expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
});

test('what was done is logged', () => {
  const file = databasePath();
  const lines: unknown[] = [];
  migrate(file, MIGRATIONS, { ...silentLog, info: (event, fields) => lines.push([event, fields]) });
  expect(lines).toEqual([
    ['store.migrated', { path: file, from: 0, to: MIGRATIONS.length, copy: undefined }],
  ]);
});

test('a migration that fails half-way leaves the version before it, whole', () => {
  const file = databasePath();
  openStore({ path: file }).close();
  const before = select(file, SCHEMA);
  const broken = 'CREATE TABLE half (x TEXT); INSERT INTO nowhere VALUES (1);';
  expect(thrownBy(() => migrate(file, [...MIGRATIONS, broken]))).toMatchObject({
    message: expect.stringContaining('The table nowhere is missing'),
  });
  expect(select(file, SCHEMA)).toEqual(before);
  expect(select(file, 'PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }]);
});

let opener: CompiledChild;
beforeAll(async () => {
  opener = await compileChild(new URL('./children/opener.ts', import.meta.url));
});
afterAll(() => opener.remove());

test('programs that start at the same moment on an empty folder make one database', {
  tags: 'full',
}, async () => {
  const file = databasePath();
  const at = String(Date.now() + 700);
  const results = await Promise.all([1, 2, 3].map(() => opener.run([file, at])));
  const seesNothing = { code: 0, output: 'instances: 0\n' };
  expect(results).toEqual([seesNothing, seesNothing, seesNothing]);
});

test('a message that waits from before keeps what wrote it at its time', () => {
  const file = databasePath();
  migrate(file, MIGRATIONS.slice(0, 36));
  const mark = { id: 3, name: 'kd', nominalMs: 1, lateMs: 0, workspace: '/projects/shop' };
  const message = JSON.stringify({ text: '/agent test', cron: mark });
  const database = openDatabase(file);
  database
    .write(
      `INSERT INTO inbox (instance, channel, account, chat, sender, message_id, message, state, received_at_ms)
      VALUES ('one', 'phone', 'cron', 'ana', 'ana', 'kd:1', @message, 'accepted', 1)`,
    )
    .run({ message });
  database.close();
  migrate(file, MIGRATIONS);
  const [row] = select(file, 'SELECT message FROM inbox');
  expect(JSON.parse(String((row as { readonly message: string }).message))).toEqual({
    text: '/agent test',
    scheduled: mark,
  });
});
