import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isFailure } from '../../core/failure.ts';
import type { LockFacts } from '../../features/doctor/facts.ts';
import { openFactorFile } from '../../features/lock/factor.ts';
import { createLockStore } from '../../features/lock/lock.ts';
import { type Database, openForReading } from '../../store/database.ts';

/**
 * Whether a PIN or codes are set up, and whether they can be checked. A database that cannot be read is reported by
 * another line.
 */
export function lockFacts(data: string): LockFacts | undefined {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return undefined;
  try {
    const database = openForReading(path);
    try {
      return factsIn(database, data);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

function factsIn(database: Database, data: string): LockFacts | undefined {
  if (!hasTable(database)) return undefined;
  const rows = createLockStore(database);
  const factor = rows.factor();
  if (factor === undefined) return undefined;
  const isSound = openFactorFile(data, () => undefined).read()?.kind === factor.kind;
  return { kind: isSound ? factor.kind : 'broken', locked: rows.countLocked() };
}

/** An older program has used it last. */
function hasTable(database: Database): boolean {
  const named = database.read(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'lock_factor'",
    z.object({ name: z.string() }),
  );
  return named.get({}) !== undefined;
}
