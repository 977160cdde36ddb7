import { onTestFinished } from 'vitest';
import { type ClusterDatabase, openClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { type CellName, cellName, type FrontName, frontName } from '../../src/cluster/names.ts';
import { type JoinParts, joinCluster, type Membership } from '../../src/cluster/placement/membership.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';

export const CELL = cellName('lima') as CellName;
export const OTHER = cellName('quito') as CellName;
export const FRONT = frontName('main') as FrontName;
export const QUEUE = { name: 'in.lima', wakes: 'wasap.cell.lima' };

/** As a process has it; closed with the test. */
export async function openDatabase(url: string, supervises = false): Promise<ClusterDatabase> {
  const database = await openClusterDatabase({
    url,
    name: 'test',
    supervises,
    clock: systemClock,
    log: silentLog,
  });
  onTestFinished(() => database.close());
  await database.ready;
  return database;
}

/** Joined for the time of a test. */
export async function joinAs(
  database: ClusterDatabase,
  name: CellName,
  parts: Partial<JoinParts> = {},
): Promise<Membership> {
  const { clock = systemClock, log = silentLog, signal = new AbortController().signal, waitMs = 0 } = parts;
  const member = { kind: 'cell' as const, name, version: '1.0.0', facts: { projects: ['shop'] } };
  const membership = await joinCluster(database, member, { clock, log, signal, waitMs });
  onTestFinished(() => membership.leave());
  return membership;
}

/** Resolves as soon as it holds; a test that waits for ever fails by its limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await systemClock.sleep(20);
}
