import type { SqlSession } from './sql.ts';
import type { CellNews, FrontNews } from './wire.ts';

/** Told when the transaction of `sql` commits, at once without one. Best effort: who is not connected does not hear it. */
export async function notify(sql: SqlSession, channel: string, news: CellNews | FrontNews): Promise<void> {
  await sql.run('SELECT pg_notify($1, $2)', [channel, JSON.stringify(news)]);
}
