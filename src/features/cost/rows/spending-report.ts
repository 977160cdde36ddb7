import { basename } from 'node:path';
import * as z from 'zod';
import { DAY_MS, startOfUtcDay } from '../../../core/time.ts';
import { optionalText } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

interface SpendingPeriod {
  /** How many days in UTC, today among them. */
  readonly days: number;
  readonly nowMs: number;
  /** Undefined: everybody. */
  readonly person: string | undefined;
}

/** A part of what was spent, in millionths of a dollar. */
export interface Spent {
  /** Undefined: spent before there was a task, so it belongs to no model or project of one. */
  readonly name: string | undefined;
  readonly microUsd: number;
}

export interface SpendingReport {
  readonly microUsd: number;
  /** `2026-11-20`, each day of the period, oldest first. */
  readonly days: readonly (Spent & { readonly name: string })[];
  /** Most first, as the other two. */
  readonly people: readonly Spent[];
  readonly models: readonly Spent[];
  readonly projects: readonly Spent[];
}

export type ReadSpending = (period: SpendingPeriod) => SpendingReport;

interface Row {
  readonly day: number;
  readonly person: string;
  readonly model: string | undefined;
  readonly project: string | undefined;
  readonly microUsd: number;
}

/** What was spent by day, person, model and project. A page asks with every change: what has not changed is not read again. */
export function createSpendingReport(database: Database): ReadSpending {
  const sums = database.read(
    `SELECT p.at_ms / ${DAY_MS} AS day, p.person, coalesce(p.model, s.model) AS model, s.project,
       sum(p.micro_usd) AS microUsd
     FROM spending p LEFT JOIN sessions s ON s.id = p.session
     WHERE p.at_ms >= @sinceMs AND (@person IS NULL OR p.person = @person)
     GROUP BY 1, 2, 3, 4`,
    z.object({
      day: z.int(),
      person: z.string(),
      model: optionalText,
      project: optionalText,
      microUsd: z.int(),
    }),
  );
  const newest = database.read('SELECT max(seq) AS seq FROM spending', z.object({ seq: z.int().nullable() }));
  const known = new Map<string, { readonly seq: number | null; readonly report: SpendingReport }>();
  return ({ days, nowMs, person }) => {
    const sinceMs = startOfUtcDay(nowMs) - (days - 1) * DAY_MS;
    const seq = newest.get({})?.seq ?? null;
    const key = `${sinceMs} ${person ?? ''}`;
    const last = known.get(key);
    if (last !== undefined && last.seq === seq) return last.report;
    const report = reportOf(sums.all({ sinceMs, person }), { sinceMs, days });
    // Of another day, and of what has changed since.
    for (const [old, { seq: before }] of known) if (before !== seq) known.delete(old);
    known.set(key, { seq, report });
    return report;
  };
}

function reportOf(
  rows: readonly Row[],
  { sinceMs, days }: { readonly sinceMs: number; readonly days: number },
): SpendingReport {
  const byDay = new Map(
    sumsBy(rows, ({ day }) => isoDay(day * DAY_MS)).map((one) => [one.name, one.microUsd]),
  );
  return {
    microUsd: rows.reduce((sum, { microUsd }) => sum + microUsd, 0),
    days: Array.from({ length: days }, (_, index) => {
      const name = isoDay(sinceMs + index * DAY_MS);
      return { name, microUsd: byDay.get(name) ?? 0 };
    }),
    people: sumsBy(rows, ({ person }) => person),
    models: sumsBy(rows, ({ model }) => model),
    projects: sumsBy(rows, ({ project }) => (project === undefined ? undefined : basename(project))),
  };
}

function sumsBy(rows: readonly Row[], nameOf: (row: Row) => string | undefined): readonly Spent[] {
  const sums = new Map<string | undefined, number>();
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.microUsd);
  return [...sums]
    .map(([name, microUsd]) => ({ name, microUsd }))
    .toSorted((one, other) => other.microUsd - one.microUsd);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
