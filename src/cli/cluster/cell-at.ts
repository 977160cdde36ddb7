import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import { openClusterDatabase } from '../../cluster/cluster-database.ts';
import type { CellName } from '../../cluster/names.ts';
import { lookAtCluster, type MemberSnapshot } from '../../cluster/overview/look-at-cluster.ts';
import { SECOND_MS, systemClock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import { unlessAborted } from '../../core/waiting.ts';
import type { CellFacts } from '../../features/doctor/facts.ts';
import type { Settings } from '../../settings/settings.ts';
import { openForReading } from '../../store/database.ts';

const ANSWERS_WITHIN_MS = 8 * SECOND_MS;

/** The cell that a data folder belongs to, read without its program; undefined if it belongs to none. */
export async function cellAt({
  folders,
  databaseUrl,
}: Pick<Settings, 'folders' | 'databaseUrl'>): Promise<CellFacts | undefined> {
  const name = storedCell(join(folders.data, 'wasap.db'));
  if (name === undefined) return undefined;
  if (databaseUrl === undefined) return { name, isHeld: false, away: 'no-url' };
  const members = await membersAt(name, databaseUrl);
  if (members === undefined) return { name, isHeld: false, away: { ms: ANSWERS_WITHIN_MS } };
  const isHeld = members.some((one) => one.kind === 'cell' && one.name === name && one.isAlive);
  const seen = { members, chats: [], atMs: systemClock.nowMs(), isAway: false };
  return { name, isHeld, away: undefined, seen };
}

/**
 * Also undefined for a database of an older version or one that cannot be read: another line of the doctor reports
 * that.
 */
function storedCell(path: string): CellName | undefined {
  if (!existsSync(path)) return undefined;
  const database = openForReading(path);
  try {
    const tables = database.read(
      `SELECT count(*) AS count FROM sqlite_master WHERE type = 'table' AND name = 'relay_cell'`,
      z.object({ count: z.int() }),
    );
    return tables.get({})?.count === 1 ? createRelayRows(database).cell() : undefined;
  } finally {
    database.close();
  }
}

/** Undefined when PostgreSQL does not answer in time. */
async function membersAt(name: CellName, url: string): Promise<readonly MemberSnapshot[] | undefined> {
  const cluster = await openClusterDatabase({
    url,
    name: `wasap doctor ${name}`,
    supervises: false,
    clock: systemClock,
    log: silentLog,
  });
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    return await unlessAborted(
      cluster.ready.then(() => lookAtCluster(cluster)),
      signal,
    );
  } finally {
    await cluster.close();
  }
}
