import * as z from 'zod';
import type { Json } from '../../core/json.ts';
import type { SqlSession, Transactions } from '../sql.ts';
import { asHolder, type Holder } from './copies.ts';

/**
 * What a cell has of a conversation beside its sessions, for the cell to which it moves: its project, facts as its
 * language and its schedules, and which runs of those have begun.
 */

export interface ChatCopy {
  /** Name of the project that it works in; undefined when no cell has said so yet. */
  readonly project: string | undefined;
  /** Undefined when no cell has copied them: those of earlier versions do not. */
  readonly facts: Json | undefined;
  /** By name of a schedule: its runs up to this time, in milliseconds since 1970, have begun. */
  readonly begun: ReadonlyMap<string, number>;
}

/** False, and nothing is written, when the conversation lives in another cell by now. */
export async function putChatCopy(
  db: Transactions,
  holder: Holder,
  { project, facts }: { readonly project: string; readonly facts: Json },
): Promise<boolean> {
  return await asHolder(db, holder, async (sql) => {
    await sql.run('UPDATE wasap.placements SET project = $2 WHERE conversation = $1', [
      holder.conversation,
      project,
    ]);
    await sql.run(
      `INSERT INTO wasap.chats (conversation, facts) VALUES ($1, $2)
       ON CONFLICT (conversation) DO UPDATE SET facts = excluded.facts`,
      [holder.conversation, JSON.stringify(facts)],
    );
  });
}

export async function chatCopy(sql: SqlSession, conversation: string): Promise<ChatCopy> {
  const [row] = await sql.rows(
    z.object({ project: z.string().nullable(), facts: z.json().nullable() }),
    'SELECT project, facts FROM wasap.placements LEFT JOIN wasap.chats USING (conversation) WHERE conversation = $1',
    [conversation],
  );
  const begun = await sql.rows(
    z.object({ schedule: z.string(), untilMs: z.coerce.number() }),
    'SELECT schedule, through_ms AS "untilMs" FROM wasap.runs WHERE conversation = $1',
    [conversation],
  );
  return {
    project: row?.project ?? undefined,
    facts: row?.facts ?? undefined,
    begun: new Map(begun.map(({ schedule, untilMs }) => [schedule, untilMs])),
  };
}
