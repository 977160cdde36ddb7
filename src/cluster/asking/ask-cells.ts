import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import { channelOfQuestions } from '../names.ts';
import type { Transactions } from '../sql.ts';

const LOOK_EVERY_MS = 50;

export interface CellQuestion {
  /** The subject of the question: a cell that does not know it does not answer. */
  readonly kind: string;
  readonly question: Json;
}

export interface CellAnswer {
  readonly cell: string;
  /** Undefined if the cell did not answer in time. */
  readonly answer: Json | undefined;
}

/**
 * Asks several cells at the same moment and collects their answers. Neither question nor answer is kept: the table is
 * no record, and what another machine has is read anew each time.
 * @throws Failure `unavailable` while PostgreSQL is away
 */
export async function askCells(
  db: Transactions,
  { cells, kind, question }: CellQuestion & { readonly cells: readonly string[] },
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<readonly CellAnswer[]> {
  if (cells.length === 0) return [];
  const id = randomUUID();
  await db.transaction(async (sql) => {
    // Questions of processes that were killed while they waited.
    await sql.run(`DELETE FROM wasap.questions WHERE asked < clock_timestamp() - interval '1 minute'`);
    await sql.run(
      `INSERT INTO wasap.questions (id, cell, kind, question)
       SELECT $1::uuid, cell, $2::text, $3::jsonb FROM unnest($4::text[]) AS cell`,
      [id, kind, JSON.stringify(question), cells],
    );
    await sql.run(`SELECT pg_notify(channel, '') FROM unnest($1::text[]) AS channel`, [
      cells.map(channelOfQuestions),
    ]);
  });
  const endUpMs = clock.upMs() + withinMs;
  do await clock.sleep(LOOK_EVERY_MS);
  while (clock.upMs() < endUpMs && (await isWaitedFor(db, id)));
  const rows = await db.rows(
    z.object({ cell: z.string(), answer: z.json().nullable() }),
    'DELETE FROM wasap.questions WHERE id = $1 RETURNING cell, answer',
    [id],
  );
  const answers = new Map(rows.map(({ cell, answer }) => [cell, answer ?? undefined]));
  return cells.map((cell) => ({ cell, answer: answers.get(cell) }));
}

async function isWaitedFor(db: Transactions, id: string): Promise<boolean> {
  return (await db.run('SELECT 1 FROM wasap.questions WHERE id = $1 AND answer IS NULL LIMIT 1', [id])) > 0;
}
