import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IN_MEMORY } from '../../src/store/database.ts';
import { type OpenStore, openStore, type StoreOptions } from '../../src/store/open.ts';

/** The file of a database with no rows; made once in a process. */
let empty: Buffer | undefined;

/**
 * As `openStore`. A new database is a copy of an empty one, which takes a tenth of what all migrations take: tests of
 * migrations and of a first start use `openStore`.
 */
export function openTestStore(options: StoreOptions): OpenStore {
  if (options.path !== IN_MEMORY && !existsSync(options.path)) {
    empty ??= emptyDatabase();
    mkdirSync(path.dirname(options.path), { recursive: true, mode: 0o700 });
    writeFileSync(options.path, empty, { mode: 0o600 });
  }
  return openStore(options);
}

function emptyDatabase(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-empty-'));
  try {
    const file = path.join(folder, 'wasap.db');
    openStore({ path: file }).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
