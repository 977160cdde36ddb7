import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { InstanceStore } from '../contracts/maintenance.ts';
import { isFailure } from '../core/failure.ts';
import type { InstanceId } from '../core/ids.ts';
import { id } from './columns.ts';
import { type Database, IN_MEMORY, openDatabase, openForReading } from './database.ts';

const UNFINISHED = `status IN ('queued', 'running', 'waiting', 'paused')`;

/** Ended and parked sessions stay with a forgotten instance: the program that resumes one takes it over then. */
export function createInstanceStore(database: Database, locks: InstanceLocks): InstanceStore {
  const insert = database.write(`
    INSERT INTO instances (id, pid, start_time, registered_at_ms, seen_at_ms)
    VALUES (@id, @pid, @startTime, @atMs, @atMs)`);
  const beat = database.write('UPDATE instances SET seen_at_ms = @atMs WHERE id = @id');
  const all = database.read(
    `SELECT id, pid, start_time AS startTime, seen_at_ms AS seenAtMs FROM instances
     ORDER BY registered_at_ms, id`,
    z.object({ id: id<'instance'>(), pid: z.int(), startTime: z.string(), seenAtMs: z.int() }),
  );
  const remove = database.write('DELETE FROM instances WHERE id = @id');
  // The adopting program decides which ones are gone. Waiting for their lease to end would only delay.
  const endLease = database.write(`
    UPDATE whatsapp_leases SET expires_at_ms = 0
    WHERE EXISTS (SELECT 1 FROM instances i
      WHERE i.id = @id AND i.pid = whatsapp_leases.pid AND i.start_time = whatsapp_leases.start_time)`);
  const sessionsOf = database.read(
    `SELECT id FROM sessions WHERE instance = @from AND ${UNFINISHED} ORDER BY seq`,
    z.object({ id: id<'session'>() }),
  );
  // Approvals need no move of their own: they follow their session.
  const moves = [
    `UPDATE inbox SET instance = @to WHERE instance = @from AND state = 'accepted'`,
    `UPDATE outbox SET instance = @to WHERE instance = @from AND state IN ('queued', 'sending')`,
    `UPDATE undos SET instance = @to WHERE instance = @from AND (state IN ('wanted', 'acting') OR revert = 'wanted')`,
    `UPDATE rewinds SET instance = @to WHERE instance = @from AND state IN ('wanted', 'acting')`,
    `UPDATE follow_ups SET instance = @to WHERE instance = @from AND state = 'due'`,
    `UPDATE landed_tests SET instance = @to WHERE instance = @from AND state = 'wanted'`,
    `UPDATE new_workspaces SET instance = @to WHERE instance = @from AND state = 'wanted'`,
    `UPDATE routings SET instance = @to WHERE instance = @from AND state = 'wanted'`,
    `UPDATE voice_notes SET instance = @to WHERE instance = @from AND state = 'due'`,
    `UPDATE jobs SET instance = @to WHERE instance = @from AND state = 'planning'`,
    `UPDATE sessions SET instance = @to WHERE instance = @from AND (${UNFINISHED}
       OR id IN (SELECT session FROM worktrees WHERE landing IN ('wanted', 'acting')))`,
  ].map((sql) => database.write(sql));

  return {
    register(instance) {
      // Locked before the row is visible: a row whose lock is free counts as that of a dead program.
      locks.hold(instance.id);
      insert.run({ ...instance });
    },
    beat: (instance, atMs) => database.unflushed(() => beat.run({ id: instance, atMs }).changes === 1),
    all: () => all.all({}),
    isHeld: (instance) => locks.isHeld(instance),
    adopt: (from, to) =>
      database.atomically(() => {
        const sessions = sessionsOf.all({ from }).map((row) => row.id);
        for (const move of moves) move.run({ from, to });
        endLease.run({ id: from });
        remove.run({ id: from });
        locks.remove(from);
        return sessions;
      }),
    forget(instance) {
      remove.run({ id: instance });
      locks.remove(instance);
    },
  };
}

/**
 * One locked file for each program beside the database. The kernel releases the lock when the program ends, in any
 * way, and shows it to every container on the machine, where process numbers differ.
 */
interface InstanceLocks {
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
function isLocked(file: Database): boolean {
  try {
    file.execute('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if (isFailure(error) && /^SQLITE_BUSY/.test(String(error.facts.code))) return true;
    throw error;
  }
}

interface RegisteredProgram {
  readonly pid: number;
  readonly startTime: string;
}

/**
 * Programs that have registered in a database and not signed off; they may have ended long ago.
 * @throws Failure when the database cannot be read
 */
export function registeredPrograms(path: string): readonly RegisteredProgram[] {
  const database = openForReading(path);
  try {
    const table = database.read(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'instances'",
      z.object({ name: z.string() }),
    );
    if (table.get({}) === undefined) return [];
    const all = database.read(
      'SELECT pid, start_time AS startTime FROM instances',
      z.object({ pid: z.int(), startTime: z.string() }),
    );
    return all.all({});
  } finally {
    database.close();
  }
}

/**
 * True when another process has the database open, also in another container: SQLite's own locks show it. Changes no
 * row; if none has, the -wal file is moved into the database.
 * @throws Failure when the database cannot be opened
 */
export function isOpenElsewhere(path: string): boolean {
  const database = openDatabase(path);
  try {
    database.execute('PRAGMA locking_mode = EXCLUSIVE');
    return isLocked(database);
  } finally {
    database.close();
  }
}
