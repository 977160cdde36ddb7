import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFailure } from '../core/failure.ts';
import type { InstanceId } from '../core/ids.ts';
import { type Database, IN_MEMORY, openDatabase } from './database.ts';

/**
 * One locked file for each program beside the database. The kernel releases the lock when the program ends, in any
 * way, and shows it to every container on the machine, where process numbers differ.
 */
export interface InstanceLocks {
  hold(id: InstanceId): void;
  /** Whether its program lives; undefined when it has no lock. */
  isHeld(id: InstanceId): boolean | undefined;
  remove(id: InstanceId): void;
  releaseAll(): void;
}

export function createInstanceLocks(databasePath: string): InstanceLocks {
  const folder = join(dirname(databasePath), 'instances');
  const fileOf = (id: InstanceId): string => join(folder, `${id}.lock`);
  const held = new Map<InstanceId, Database>();
  const release = (id: InstanceId): void => {
    held.get(id)?.close();
    held.delete(id);
  };

  return {
    hold(id) {
      if (databasePath === IN_MEMORY) return;
      release(id);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = openDatabase(fileOf(id));
      if (isLocked(file)) return file.close();
      // SQLite takes an exclusive lock for it, and writes nothing.
      file.execute('BEGIN EXCLUSIVE');
      held.set(id, file);
    },
    isHeld(id) {
      if (held.has(id)) return true;
      if (databasePath === IN_MEMORY || !existsSync(fileOf(id))) return undefined;
      const file = openDatabase(fileOf(id));
      try {
        return isLocked(file);
      } finally {
        file.close();
      }
    },
    remove(id) {
      release(id);
      if (databasePath !== IN_MEMORY) rmSync(fileOf(id), { force: true });
    },
    releaseAll() {
      for (const id of [...held.keys()]) release(id);
    },
  };
}

/** True when another process has the file locked for writing, also in another container; checked without waiting. */
export function isLocked(file: Database): boolean {
  try {
    file.execute('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if (isFailure(error) && /^SQLITE_BUSY/.test(String(error.facts.code))) return true;
    throw error;
  }
}
