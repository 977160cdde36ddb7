import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TestProject } from 'vitest/node';

const STORE = path.resolve(import.meta.dirname, '../../src/store');

/**
 * Vitest calls it once before a run. Every test with a database makes it of `schema.sql`: with one that lacks the
 * newest migration each of them would fail with "no such table". So the run ends here and says how it is written anew;
 * not one with `-u`, which may do just that. Of an error, vitest would first print every pattern of its config.
 */
export function setup({ config }: Pick<TestProject, 'config'>): void {
  const problem = config.snapshotOptions.updateSnapshot === 'all' ? undefined : staleSchema(STORE);
  if (problem === undefined) return;
  process.stderr.write(`\n${problem}\n\n`);
  process.exit(1);
}

/**
 * What is wrong with the written schema, and what to do; undefined when nothing is.
 * @param store folder of `schema.sql`, `migrations.ts` and the migrations that it imports, in their order
 */
export function staleSchema(store: string): string | undefined {
  const read = (file: string): string => readFileSync(path.join(store, file), 'utf8');
  const imported = [...read('migrations.ts').matchAll(/from '\.\/(migrations\/[^']+\.sql)'/g)];
  const isFresh = tablesOf([read('schema.sql')]) === tablesOf(imported.map(([, file = '']) => read(file)));
  return isFresh
    ? undefined
    : 'src/store/schema.sql is not what the migrations make, so no test begins. Write it anew: npx vitest run tests/store/migrate.test.ts -u';
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
