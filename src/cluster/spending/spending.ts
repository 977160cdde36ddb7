import * as z from 'zod';
import { utcDay } from '../../core/clock.ts';
import type { CellName } from '../names.ts';
import type { SqlSession } from '../sql.ts';

/** What a person spent within one day of UTC, in millionths of a dollar. */
export interface PersonTotal {
  readonly person: string;
  readonly microUsd: number;
}

const Total = z.object({ person: z.string(), microUsd: z.number() });

/** How many days are kept: as many as the page about money shows. */
const KEEP_DAYS = 100;

/**
 * Stores the whole sum of each of the cell's people on that day, so that a repeat changes nothing. A total never goes
 * down: a cell that lost its disk begins at zero, but the money is still spent.
 */
export async function putSpending(
  sql: SqlSession,
  { cell, dayMs }: CellDay,
  totals: readonly PersonTotal[],
): Promise<void> {
  await sql.run(
    `INSERT INTO wasap.spending AS s (day, person, cell, micro_usd)
     SELECT $1, person, $2, micro_usd FROM unnest($3::text[], $4::bigint[]) AS t (person, micro_usd)
     ON CONFLICT (day, person, cell) DO UPDATE SET micro_usd = excluded.micro_usd WHERE s.micro_usd < excluded.micro_usd`,
    [utcDay(dayMs), cell, totals.map(({ person }) => person), totals.map(({ microUsd }) => microUsd)],
  );
}

export interface CellDay {
  readonly cell: CellName;
  /** When the day begins. */
  readonly dayMs: number;
}

/**
 * What the other cells report for these people on that day; undefined = for everyone. A person who spent nothing is
 * missing.
 */
export async function spendingElsewhere(
  sql: SqlSession,
  { cell, dayMs }: CellDay,
  people: readonly string[] | undefined,
): Promise<readonly PersonTotal[]> {
  return await sql.rows(
    Total,
    `SELECT person, sum(micro_usd)::float8 AS "microUsd" FROM wasap.spending
     WHERE day = $1 AND cell <> $2 AND ($3::text[] IS NULL OR person = ANY ($3)) GROUP BY person`,
    [utcDay(dayMs), cell, people ?? null],
  );
}

/** What people whom all machines know spent on one cell. */
export interface CellSpending {
  readonly cell: string;
  /** The sum of all requested days. */
  readonly microUsd: number;
  /** The sum of the last one. */
  readonly lastDayMicroUsd: number;
}

export interface SpendingDays {
  /** When the first one begins, in UTC. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** Undefined = everyone. */
  readonly person: string | undefined;
}

/** Sums by cell, in the order of their names; a cell where nothing was spent is missing. */
export async function spendingByCell(
  sql: SqlSession,
  { firstMs, lastMs, person }: SpendingDays,
): Promise<readonly CellSpending[]> {
  return await sql.rows(
    z.object({ cell: z.string(), microUsd: z.number(), lastDayMicroUsd: z.number() }),
    `SELECT cell, sum(micro_usd)::float8 AS "microUsd",
       coalesce(sum(micro_usd) FILTER (WHERE day = $2), 0)::float8 AS "lastDayMicroUsd"
     FROM wasap.spending WHERE day BETWEEN $1 AND $2 AND ($3::text IS NULL OR person = $3) GROUP BY cell ORDER BY cell`,
    [utcDay(firstMs), utcDay(lastMs), person ?? null],
  );
}

/** Removes days that nobody asks about any more. */
export async function tidySpending(sql: SqlSession): Promise<void> {
  await sql.run(`DELETE FROM wasap.spending WHERE day < current_date - ${KEEP_DAYS}`);
}
