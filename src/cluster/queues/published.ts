import * as z from 'zod';
import type { SqlSession } from '../sql.ts';

/**
 * Notes in the transaction that adds their jobs which of these are published; resolves with those that were not before. The
 * queue drops a repeated id itself, but only as long as its chat has not moved: then the job goes to another queue.
 * @param jobs ids as a front's journal has them
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
