import * as z from 'zod';
import type { SqlSession } from './sql.ts';

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

/** The clock of PostgreSQL, by which leases run out, in milliseconds since 1970. */
export async function databaseNowMs(sql: SqlSession): Promise<number> {
  const [row] = await sql.rows(
    ClockRow,
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"',
  );
  return row?.nowMs ?? Number.NaN;
}
