import * as z from 'zod';
import { REFUSED } from '../../gateway/people/access.ts';
import type { Database } from '../../store/database.ts';

/** How many of them are listed. */
const MAX_SENDERS = 20;

export type RefusalKind = keyof typeof REFUSED;

/** A person who wrote and was not let in. Their words are not kept. */
export interface RefusedSender {
  readonly sender: string;
  /** Address of the chat where they wrote last. */
  readonly chat: string;
  readonly kind: RefusalKind;
  /** Time of their last message. */
  readonly atMs: number;
}

/** People who were refused since then and might be let in, the latest first. */
export function createRefusedSenders(database: Database): (sinceMs: number) => readonly RefusedSender[] {
  const reasons = Object.entries(REFUSED).map(([kind, reason]) => `WHEN '${reason}' THEN '${kind}'`);
  const refused = database.read(
    // SQLite takes the other columns from the row with the maximum.
    `SELECT sender, chat, kind, max(received_at_ms) AS atMs
     FROM (SELECT sender, chat, received_at_ms, CASE reason ${reasons.join(' ')} END AS kind FROM inbox
       WHERE state = 'refused' AND received_at_ms >= @sinceMs)
     WHERE kind IS NOT NULL GROUP BY sender, kind ORDER BY atMs DESC LIMIT ${MAX_SENDERS}`,
    z.object({
      sender: z.string(),
      chat: z.string(),
      kind: z.enum(['hidden', 'stranger', 'group', 'inGroup']),
      atMs: z.int(),
    }),
  );
  return (sinceMs) => refused.all({ sinceMs });
}
