import { onTestFinished } from 'vitest';
import { type ClusterDatabase, openClusterDatabase } from '../../src/cluster/cluster-database.ts';
import type { FrontName } from '../../src/cluster/names.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Database } from '../../src/store/database.ts';
import { runSql } from '../support/postgres.ts';
import { openTestStore } from '../support/test-store.ts';

export const FRONT = 'main' as FrontName;

/** PostgreSQL as a front has it; closed with the test. */
export async function openCluster(url: string): Promise<ClusterDatabase> {
  const db = await openClusterDatabase({
    url,
    name: 'front of a test',
    supervises: false,
    clock: systemClock,
    log: silentLog,
  });
  onTestFinished(() => db.close());
  await db.ready;
  return db;
}

/** The front's own disk. */
export function ownDatabase(): Database {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  return store.database;
}

/** A cell in the table, without a process. */
export async function seatCell(url: string, name: string, silentSeconds = 0): Promise<void> {
  await runSql(
    url,
    `INSERT INTO wasap.members (kind, name, version, facts, epoch, heartbeat)
     VALUES ('cell', $1, '1', '{}', 1, clock_timestamp() - make_interval(secs => $2))
     ON CONFLICT (kind, name) DO UPDATE SET heartbeat = excluded.heartbeat`,
    [name, silentSeconds],
  );
}

export async function placeChat(url: string, chat: string, cell: string): Promise<void> {
  await runSql(
    url,
    'INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, $2, $3, $4, 1)',
    [`${FRONT}:${chat}`, FRONT, chat, cell],
  );
}
