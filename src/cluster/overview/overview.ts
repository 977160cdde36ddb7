import * as z from 'zod';
import type { CellName } from '../names.ts';
import type { SqlSession } from '../sql.ts';

const CountRow = z.object({ cell: z.string(), conversations: z.int() });
const ClockRow = z.object({ nowMs: z.number() });

/** How many conversations each cell has; one without any is not in the map. */
export async function conversationsByCell(sql: SqlSession): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows(
    CountRow,
    'SELECT cell, count(*)::int AS conversations FROM wasap.placements GROUP BY cell',
  );
  return new Map(rows.map(({ cell, conversations }) => [cell, conversations]));
}

/**
 * How many sessions of each of the cell's conversations are in one of these states, by the last copy; a conversation
 * without any is not in the map.
 */
export async function sessionsByConversation(
  sql: SqlSession,
  cell: CellName,
  states: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows(
    z.object({ conversation: z.string(), sessions: z.int() }),
    `SELECT conversation, count(*)::int AS sessions FROM wasap.placements JOIN wasap.copies USING (conversation)
     WHERE cell = $1 AND facts->>'status' = ANY($2) GROUP BY conversation`,
    [cell, states],
  );
  return new Map(rows.map(({ conversation, sessions }) => [conversation, sessions]));
}

/** True if sessions of this conversation are in one of these states, by the last copy. */
export async function hasSessions(
  sql: SqlSession,
  conversation: string,
  states: readonly string[],
): Promise<boolean> {
  const found = await sql.run(
    `SELECT 1 FROM wasap.copies WHERE conversation = $1 AND facts->>'status' = ANY($2) LIMIT 1`,
    [conversation, states],
  );
  return found > 0;
}

/** The clock of PostgreSQL, by which leases run out, in milliseconds since 1970. */
export async function databaseNowMs(sql: SqlSession): Promise<number> {
  const [row] = await sql.rows(
    ClockRow,
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"',
  );
  return row?.nowMs ?? Number.NaN;
}
