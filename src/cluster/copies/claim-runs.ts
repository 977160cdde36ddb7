/**
 * A schedule runs once in the whole cluster. After a move two machines may have it: the old one that has not noticed,
 * and the new one with a copy that is a second old. So a machine records here how far a schedule has come before it
 * begins a run. That is one number a schedule and no row for each run, because a late machine decides about several
 * times at once.
 */
import * as z from 'zod';
import type { RunClaim } from '../../contracts/machines.ts';
import type { CellName } from '../names.ts';
import type { SqlSession, SqlTransactions } from '../sql.ts';

export interface RunClaimant {
  readonly conversation: string;
  readonly cell: CellName;
  /** The epoch under which the cell has the conversation. */
  readonly epoch: number;
}

/** Due runs of one schedule: the first one, and the last one that is decided about with it. */
export interface ClaimedRuns {
  readonly schedule: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Asked again by the same cell under the same epoch it says the same: a program that was killed between this and its
 * own commit begins the run after all, and its own rows see to it that it does so once.
 * @throws Failure `unavailable` while PostgreSQL is away
 */
export async function claimRuns(
  db: SqlTransactions,
  { conversation, cell, epoch }: RunClaimant,
  { schedule, firstMs, lastMs }: ClaimedRuns,
): Promise<RunClaim> {
  return await db.transaction(async (sql): Promise<RunClaim> => {
    // Locked until this commits: a move waits for it, or has happened.
    const held = await sql.run(
      'SELECT 1 FROM wasap.placements WHERE conversation = $1 AND cell = $2 AND epoch = $3 FOR SHARE',
      [conversation, cell, epoch],
    );
    if (held === 0) return { kind: 'later' };
    const taken = await sql.run(
      `INSERT INTO wasap.runs AS r (conversation, schedule, through_ms, cell, epoch) VALUES ($1, $2, $4, $5, $6)
       ON CONFLICT (conversation, schedule) DO UPDATE
         SET through_ms = excluded.through_ms, cell = excluded.cell, epoch = excluded.epoch, at = now()
         WHERE r.through_ms < $3::bigint OR (r.cell = excluded.cell AND r.epoch = excluded.epoch)`,
      [conversation, schedule, firstMs, lastMs, cell, epoch],
    );
    if (taken === 1) return { kind: 'ours' };
    const [row] = await sql.rows(
      z.object({ throughMs: z.coerce.number() }),
      'SELECT through_ms AS "throughMs" FROM wasap.runs WHERE conversation = $1 AND schedule = $2',
      [conversation, schedule],
    );
    return { kind: 'elsewhere', throughMs: row?.throughMs ?? lastMs };
  });
}

/** Copies of chats are kept for 30 days, so claims without a copy are not needed. */
export async function tidyRuns(sql: SqlSession): Promise<void> {
  await sql.run(`DELETE FROM wasap.runs WHERE at < now() - interval '60 days'`);
}
