import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { DAY_MS, startOfUtcDay, utcDay } from '../../core/clock.ts';
import { optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

interface SpendingPeriod {
  /** How many days in UTC, today among them. */
  readonly days: number;
  readonly nowMs: number;
  /** Undefined for everybody. */
  readonly person: string | undefined;
}

/** A part of what was spent, in millionths of a dollar. */
export interface SpendingShare {
  /** Undefined: spent before there was a task, so it belongs to no model or project of one. */
  readonly name: string | undefined;
  readonly microUsd: number;
}

export interface SpendingReport {
  readonly microUsd: number;
  /** `2026-11-20`, each day of the period, oldest first. */
  readonly days: readonly (SpendingShare & { readonly name: string })[];
  /** Most first, as the other two. */
  readonly people: readonly SpendingShare[];
  readonly models: readonly SpendingShare[];
  readonly projects: readonly SpendingShare[];
}

/** Other work goes on meanwhile. */
export type ReadSpending = (period: SpendingPeriod) => Promise<SpendingReport>;

interface SpendingRow {
  readonly day: number;
  readonly person: string;
  readonly model: string | undefined;
  readonly project: string | undefined;
  readonly microUsd: number;
}

/** Days whose sums are remembered: more than the longest period. */
const MAX_DAYS = 100;

/**
 * What was spent by day, person, model and project. A page asks with every change, and a day may have thousands of
 * entries: only the days that something was added to are read again, one at a time.
 */
export function createSpendingReport(database: Database): ReadSpending {
  const sums = database.read(
    `SELECT p.at_ms / ${DAY_MS} AS day, p.person, coalesce(p.model, s.model) AS model, s.project,
       sum(p.micro_usd) AS microUsd
     FROM spending p INDEXED BY spending_by_day LEFT JOIN sessions s ON s.id = p.session
     WHERE p.at_ms >= @fromMs AND p.at_ms < @fromMs + ${DAY_MS} AND (@person IS NULL OR p.person = @person)
     GROUP BY 1, 2, 3, 4`,
    z.object({
      day: z.int(),
      person: z.string(),
      model: optionalText,
      project: optionalText,
      microUsd: z.int(),
    }),
  );
  const known = createDayCache(database);
  return async ({ days, nowMs, person }) => {
    const sinceMs = startOfUtcDay(nowMs) - (days - 1) * DAY_MS;
    known.forgetChanged();
    const rows: SpendingRow[] = [];
    for (let day = 0; day < days; day += 1) {
      const fromMs = sinceMs + day * DAY_MS;
      const place = { day: fromMs / DAY_MS, person: person ?? '' };
      const remembered = known.of(place);
      rows.push(...(remembered ?? known.keep(place, sums.all({ fromMs, person }))));
      if (remembered === undefined) await nextTurn();
    }
    return await reportOf(rows, { sinceMs, days });
  };
}

interface DayOf {
  readonly day: number;
  /** Empty for everybody. */
  readonly person: string;
}

function createDayCache(database: Database) {
  const Ends = z.object({ first: z.int(), last: z.int() });
  const ends = database.read(
    `SELECT coalesce((SELECT min(seq) FROM spending), 0) AS first,
       coalesce((SELECT max(seq) FROM spending), 0) AS last`,
    Ends,
  );
  const added = database.read(
    `SELECT DISTINCT at_ms / ${DAY_MS} AS day FROM spending WHERE seq > @seq`,
    z.object({ day: z.int() }),
  );
  const days = new Map<number, Map<string, readonly SpendingRow[]>>();
  let seen: z.infer<typeof Ends> = { first: 0, last: 0 };
  return {
    /** The days that entries were added to; all of them after entries were removed. */
    forgetChanged() {
      const now = ends.get({}) ?? { first: 0, last: 0 };
      if (now.first !== seen.first || now.last < seen.last) days.clear();
      // Where nothing is remembered, all entries ever would be read for nothing.
      if (days.size > 0 && now.last !== seen.last) {
        for (const { day } of added.all({ seq: seen.last })) days.delete(day);
      }
      seen = now;
    },
    of: ({ day, person }: DayOf) => days.get(day)?.get(person),
    keep({ day, person }: DayOf, rows: readonly SpendingRow[]): readonly SpendingRow[] {
      const ofDay = days.get(day) ?? new Map<string, readonly SpendingRow[]>();
      days.set(day, ofDay.set(person, rows));
      for (const oldest of [...days.keys()].slice(0, -MAX_DAYS)) days.delete(oldest);
      return rows;
    },
  };
}

async function reportOf(
  rows: readonly SpendingRow[],
  { sinceMs, days }: { readonly sinceMs: number; readonly days: number },
): Promise<SpendingReport> {
  const sumInTurn = async <Key>(keyOf: (row: SpendingRow) => Key): Promise<ReadonlyMap<Key, number>> => {
    await nextTurn();
    return sumBy(rows, keyOf);
  };
  const byDay = await sumInTurn(({ day }) => day);
  const people = sharesOf(await sumInTurn(({ person }) => person));
  const models = sharesOf(await sumInTurn(({ model }) => model));
  const byPath = [...(await sumInTurn(({ project }) => project))].map(([path, microUsd]) => ({
    path,
    microUsd,
  }));
  return {
    microUsd: [...byDay.values()].reduce((sum, microUsd) => sum + microUsd, 0),
    days: Array.from({ length: days }, (_, index) => {
      const fromMs = sinceMs + index * DAY_MS;
      return { name: utcDay(fromMs), microUsd: byDay.get(fromMs / DAY_MS) ?? 0 };
    }),
    people,
    models,
    projects: sharesOf(sumBy(byPath, ({ path }) => (path === undefined ? undefined : basename(path)))),
  };
}

/** A quarter has tens of thousands of rows, so the key of a row is what it holds, and is computed once. */
function sumBy<Row extends { readonly microUsd: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) {
    const key = keyOf(row);
    sums.set(key, (sums.get(key) ?? 0) + row.microUsd);
  }
  return sums;
}

function sharesOf(sums: ReadonlyMap<string | undefined, number>): readonly SpendingShare[] {
  return [...sums]
    .map(([name, microUsd]) => ({ name, microUsd }))
    .toSorted((one, other) => other.microUsd - one.microUsd);
}
