import * as z from 'zod';
import type { CellName } from './names.ts';
import type { SqlSession } from './sql.ts';

const CountRow = z.object({ cell: z.string(), conversations: z.int() });
const ClockRow = z.object({ nowMs: z.number() });
const NameRow = z.object({ name: z.string() });

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
  const [row] = await sql.rows(ClockRow, 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"');
  return row?.nowMs ?? Number.NaN;
}

/** A draining cell gets no new conversation. Returns false when there is no such cell. */
export async function setDraining(sql: SqlSession, cell: CellName, isDraining: boolean): Promise<boolean> {
  const text = `UPDATE wasap.members SET is_draining = $2 WHERE kind = 'cell' AND name = $1`;
  return (await sql.run(text, [cell, isDraining])) > 0;
}

export async function drainingCells(sql: SqlSession): Promise<ReadonlySet<string>> {
  const text = `SELECT name FROM wasap.members WHERE kind = 'cell' AND is_draining`;
  return new Set((await sql.rows(NameRow, text)).map(({ name }) => name));
}
