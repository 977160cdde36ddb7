import * as z from 'zod';
import type { Database } from '../../store/database.ts';
import type { PersonTotal } from './spending.ts';

/** The cell's own disk: what was spent here, and what the other cells last reported. */
export interface SpendingRows {
  /** A number that grows with each spending. */
  newest(): number;
  /** What was spent here since the day began. */
  here(dayMs: number): readonly PersonTotal[];
  /** Stores the totals of these people; those of others stay. */
  noteElsewhere(dayMs: number, totals: readonly PersonTotal[]): void;
  /** Replaces the totals of all people and deletes earlier days. */
  replaceElsewhere(dayMs: number, totals: readonly PersonTotal[]): void;
}

const Total = z.object({ person: z.string(), microUsd: z.int() });

export function createSpendingRows(database: Database): SpendingRows {
  const newest = database.read(
    'SELECT coalesce(max(seq), 0) AS seq FROM spending',
    z.object({ seq: z.int() }),
  );
  const here = database.read(
    `SELECT person, sum(micro_usd) AS microUsd FROM spending INDEXED BY spending_by_day WHERE at_ms >= @dayMs
     GROUP BY person ORDER BY person`,
    Total,
  );
  const clear = database.write('DELETE FROM spent_elsewhere');
  const note = database.write(
    `INSERT INTO spent_elsewhere (person, day_ms, micro_usd) VALUES (@person, @dayMs, @microUsd)
     ON CONFLICT (person, day_ms) DO UPDATE SET micro_usd = excluded.micro_usd`,
  );
  const noteAll = (dayMs: number, totals: readonly PersonTotal[]): void => {
    for (const { person, microUsd } of totals) note.run({ person, dayMs, microUsd });
  };
  return {
    newest: () => newest.get({})?.seq ?? 0,
    here: (dayMs) => here.all({ dayMs }),
    noteElsewhere: (dayMs, totals) => database.atomically(() => noteAll(dayMs, totals)),
    replaceElsewhere: (dayMs, totals) =>
      database.atomically(() => {
        clear.run({});
        noteAll(dayMs, totals);
      }),
  };
}
