import type { Database } from '../../src/store/database.ts';

/** More than fits into any gap. */
const BIG = 'x'.repeat(20_000);

/**
 * From now on the database takes nothing that is larger than a gap in its pages, as on a full disk.
 * @returns makes room again
 */
export function fillDisk(database: Database): () => void {
  database.execute('CREATE TABLE IF NOT EXISTS filling (words TEXT)');
  // SQLite takes the size that it has in place of a smaller one.
  database.execute('PRAGMA max_page_count = 1');
  return () => database.execute('PRAGMA max_page_count = 1073741823');
}

/** A write that needs room. */
export function storeSomething(database: Database): void {
  database.write('INSERT INTO filling (words) VALUES (@words)').run({ words: BIG });
}
