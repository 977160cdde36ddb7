import * as z from 'zod';
import type { SessionId } from '../../../core/ids.ts';
import { id } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import { type CronId, CronOutcome, type CronRun, type CronStep, MAX_RUNS_KEPT } from '../cron.ts';

/** The newest runs of each cron. */
export interface CronRuns {
  /** Inside the transaction of the step; what is beyond the newest is removed. */
  add(cron: CronId, step: Pick<CronStep, 'run' | 'before'>): void;
  noteSession(key: string, session: SessionId): void;
  settle(key: string, outcome: CronOutcome): void;
  /** Newest first. */
  newest(cron: CronId): readonly CronRun[];
}

export function createCronRuns(database: Database): CronRuns {
  const insert = database.write(`
    INSERT INTO cron_runs (cron, run_key, nominal_ms, at_ms, outcome, session)
    VALUES (@cron, @key, @nominalMs, @atMs, @outcome, @session) ON CONFLICT (run_key) DO NOTHING`);
  const trim = database.write(`
    DELETE FROM cron_runs WHERE cron = @cron AND seq <= (
      SELECT seq FROM cron_runs WHERE cron = @cron ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_RUNS_KEPT})`);
  const noteSession = database.write(
    "UPDATE cron_runs SET session = @session WHERE run_key = @key AND outcome = 'pending'",
  );
  const settle = database.write('UPDATE cron_runs SET outcome = @outcome WHERE run_key = @key');
  const newest = database.read(
    `SELECT run_key AS key, nominal_ms AS nominalMs, at_ms AS atMs, outcome, session FROM cron_runs
     WHERE cron = @cron ORDER BY seq DESC`,
    Row,
  );
  return {
    add(cron, { run, before = [] }) {
      if (run === undefined) return;
      for (const one of [...before, run]) insert.run({ cron, ...one });
      trim.run({ cron });
    },
    noteSession: (key, session) => void noteSession.run({ key, session }),
    settle: (key, outcome) => void settle.run({ key, outcome }),
    newest: (cron) => newest.all({ cron }),
  };
}

const Row = z.object({
  key: z.string(),
  nominalMs: z.int(),
  atMs: z.int(),
  outcome: CronOutcome,
  session: id<'session'>()
    .nullable()
    .transform((value) => value ?? undefined),
});
