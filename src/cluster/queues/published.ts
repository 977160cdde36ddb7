import * as z from 'zod';
import type { SqlSession } from '../sql.ts';

/**
 * Records, in the transaction that adds their jobs, that these are published; resolves with those that were not
 * before. The queue itself drops a repeated id only as long as its chat has not moved: after a move the job would go
 * to another queue.
 * @param jobs ids as in a front's journal
 */
export async function notePublished(sql: SqlSession, jobs: readonly string[]): Promise<ReadonlySet<string>> {
  if (jobs.length === 0) return new Set();
  const rows = await sql.rows(
    z.object({ job: z.string() }),
    'INSERT INTO wasap.published (job) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING job',
    [jobs],
  );
  return new Set(rows.map(({ job }) => job));
}

/** A front that has been down for longer than that may repeat what it published last. */
export async function tidyPublished(sql: SqlSession): Promise<number> {
  return await sql.run(`DELETE FROM wasap.published WHERE at < now() - interval '30 days'`);
}
