import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TestProject } from 'vitest/node';

const STORE = path.resolve(import.meta.dirname, '../../src/store');

/**
 * Vitest calls it once before a run. Every test with a database makes it of `schema.sql`: with one that lacks the
 * newest migration each of them would fail with "no such table".
 * @throws Error that says how it is written anew; not in a run with `-u`, which may do just that
 */
export function setup({ config }: Pick<TestProject, 'config'>): void {
  if (config.snapshotOptions.updateSnapshot !== 'all') refuseStaleSchema(STORE);
}

/** @param store folder of `schema.sql`, `migrations.ts` and the migrations that it imports, in their order */
export function refuseStaleSchema(store: string): void {
  const read = (file: string): string => readFileSync(path.join(store, file), 'utf8');
  const imported = [...read('migrations.ts').matchAll(/from '\.\/(migrations\/[^']+\.sql)'/g)];
  if (tablesOf([read('schema.sql')]) === tablesOf(imported.map(([, file = '']) => read(file)))) return;
  const stale = new Error(
    'src/store/schema.sql is not what the migrations make. Write it anew: npx vitest run tests/store -u',
  );
  // Where it was thrown says nothing, and vitest cannot show that of a file which runs before a run.
  stale.stack = stale.message;
  throw stale;
}

function tablesOf(scripts: readonly string[]): string {
  const database = new Sqlite(':memory:');
  try {
    for (const script of scripts) database.exec(script);
    return JSON.stringify(
      database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all(),
    );
  } finally {
    database.close();
  }
}
