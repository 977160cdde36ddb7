import * as z from 'zod';
import type { ApprovalRecord, Store } from '../../../contracts/store.ts';
import type { ConversationId } from '../../../core/ids.ts';
import { id } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

/** Sessions behind the newest whose chats may still have a question that is no approval. */
const MAX_ROWS_SEARCHED = 200;

/** A person in a chat that tasks were begun in. */
export interface TaskChat {
  readonly conversation: ConversationId;
  readonly owner: string;
}

export interface WaitingQuestions {
  /** Open approvals of all chats, oldest first. */
  listOpen(): readonly ApprovalRecord[];
  /** The last that were answered, newest first. */
  listAnswered(limit: number): readonly ApprovalRecord[];
  listChats(): readonly TaskChat[];
}

/** What waits for people, in all chats. */
export function createWaitingQuestions(
  database: Database,
  { approvals }: Pick<Store, 'approvals'>,
): WaitingQuestions {
  const named = z.object({ id: id<'approval'>() });
  const pending = database.read(`SELECT id FROM approvals WHERE state = 'pending' ORDER BY seq`, named);
  const recent = database.read(
    `SELECT session, call FROM approvals WHERE seq > (SELECT coalesce(max(seq), 0) FROM approvals) - ${MAX_ROWS_SEARCHED}
       AND state IN ('approved', 'rejected', 'expired') AND details <> ''
     ORDER BY answered_at_ms DESC LIMIT @limit`,
    z.object({ session: id<'session'>(), call: id<'call'>() }),
  );
  const chats = database.read(
    `SELECT DISTINCT conversation, owner FROM sessions
     WHERE seq > (SELECT coalesce(max(seq), 0) FROM sessions) - ${MAX_ROWS_SEARCHED}`,
    z.object({ conversation: id<'conversation'>(), owner: z.string() }),
  );
  return {
    listOpen: () => pending.all({}).flatMap((row) => approvals.get(row.id) ?? []),
    listAnswered: (limit) =>
      recent.all({ limit }).flatMap(({ session, call }) => approvals.findByCall(session, call) ?? []),
    listChats: () => chats.all({}),
  };
}
