import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import type { CallRecord } from '../../src/contracts/store.ts';
import type { CallId, InstanceId } from '../../src/core/ids.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { OpenStore, StoreOptions } from '../../src/store/open.ts';
import { sessionRecord } from '../support/session-record.ts';
import { openTestStore } from '../support/test-store.ts';

export const INSTANCE = 'test-instance' as InstanceId;
export const OTHER = 'other-instance' as InstanceId;

/** A database path in a folder of its own; the folder goes when the test ends. */
export function databasePath(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'data', 'wasap.db');
}

/** A store on a real file, closed when the test ends. */
export function freshStore(file = databasePath(), options: Partial<StoreOptions> = {}): OpenStore {
  const store = openTestStore({ path: file, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A store that holds one session, the one of `sessionRecord()`. */
export function storeWithSession(file = databasePath()): OpenStore {
  const store = freshStore(file);
  store.sessions.create(sessionRecord());
  return store;
}

/** Looks into a database from outside, as someone with `sqlite3` would. */
export function select(file: string, sql: string): readonly unknown[] {
  const database = openDatabase(file);
  try {
    return database.read(sql, z.unknown()).all({});
  } finally {
    database.close();
  }
}

/** Changes a database from outside. */
export function execute(file: string, sql: string): void {
  const database = openDatabase(file);
  try {
    database.execute(sql);
  } finally {
    database.close();
  }
}

export function callRecord(change: Partial<CallRecord> = {}): CallRecord {
  return {
    session: sessionRecord().id,
    id: 'call-1' as CallId,
    round: 1,
    position: 0,
    tool: 'read_lines',
    input: { path: 'a.ts', start: 1, end: 2 },
    malformed: undefined,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
    ...change,
  };
}

/** What was thrown, for a whole-object expectation. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
