import type { SqlSession } from '../sql.ts';
import type { CellNews, FrontNews } from './wire.ts';

/** Sends several notifications at once, as `notify` does. */
export async function notifyAll(
  sql: SqlSession,
  messages: readonly { readonly channel: string; readonly news: CellNews | FrontNews }[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql.run(
    'SELECT pg_notify(channel, news) FROM unnest($1::text[], $2::text[]) AS one (channel, news)',
    [messages.map(({ channel }) => channel), messages.map(({ news }) => JSON.stringify(news))],
  );
}

/**
 * Sent when the transaction of `sql` commits, or at once without one. Best effort: a process that is not connected
 * misses it.
 */
export async function notifyChannel(
  sql: SqlSession,
  channel: string,
  news: CellNews | FrontNews,
): Promise<void> {
  await sql.run('SELECT pg_notify($1, $2)', [channel, JSON.stringify(news)]);
}
