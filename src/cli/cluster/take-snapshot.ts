import * as z from 'zod';
import type { CellSnapshot } from '../../cluster/overview/cell-snapshot.ts';
import { createSpendingRows } from '../../cluster/spending/spending-rows.ts';
import { type Clock, MINUTE_MS, startOfUtcDay } from '../../core/clock.ts';
import type { Database } from '../../store/database.ts';

/**
 * A waiting message tries again within a minute, so a disk that is still full refuses again before this time is over.
 */
const FULL_FOR_MS = 2 * MINUTE_MS;

/** Reads from the cell's own disk what it reports to all machines; cheap enough for every few seconds. */
export function snapshotsOf(
  database: Database,
  projects: () => readonly string[],
  clock: Pick<Clock, 'nowMs' | 'upMs'>,
): () => CellSnapshot {
  const counts = database.read(
    `SELECT status, count(*) AS count FROM sessions WHERE status IN ('running', 'queued', 'waiting') GROUP BY status`,
    z.object({ status: z.string(), count: z.int() }),
  );
  const audit = database.read(
    'SELECT seq AS newest, hash FROM audit_chain ORDER BY seq DESC LIMIT 1',
    z.object({ newest: z.int(), hash: z.string() }),
  );
  const verified = database.read(
    'SELECT at_ms AS atMs, newest, hash FROM audit_verified',
    z.object({ atMs: z.int(), newest: z.int().nullable(), hash: z.string().nullable() }),
  );
  const money = createSpendingRows(database);
  const isFull = refusesLately(database, clock);
  return () => {
    const sum = (isCounted: (status: string) => boolean): number =>
      counts.all({}).reduce((all, { status, count }) => all + (isCounted(status) ? count : 0), 0);
    const spent = money.here(startOfUtcDay(clock.nowMs()));
    return {
      projects: [...projects()],
      tasks: {
        running: sum((status) => status === 'running'),
        waiting: sum((status) => status !== 'running'),
      },
      spentTodayMicroUsd: spent.reduce((all, { microUsd }) => all + microUsd, 0),
      audit: audit.get({}) ?? null,
      verified: verifiedOf(verified.get({})),
      isFull: isFull(),
    };
  };
}

/**
 * No write to find out: where the log of the database can be written over, a small one is taken by a full disk, too.
 */
function refusesLately(database: Pick<Database, 'refusals'>, clock: Pick<Clock, 'upMs'>): () => boolean {
  let known = database.refusals();
  let untilUpMs = Number.NEGATIVE_INFINITY;
  return () => {
    const refusals = database.refusals();
    if (refusals > known) untilUpMs = clock.upMs() + FULL_FOR_MS;
    known = refusals;
    return clock.upMs() < untilUpMs;
  };
}

interface VerifiedRow {
  readonly atMs: number;
  readonly newest: number | null;
  readonly hash: string | null;
}

function verifiedOf(row: VerifiedRow | undefined): CellSnapshot['verified'] {
  if (row === undefined) return null;
  const { atMs, newest, hash } = row;
  return { atMs, head: newest === null || hash === null ? null : { newest, hash } };
}
