import * as z from 'zod';
import type { GrantStore } from '../../../contracts/grants.ts';
import { id } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

export type StandingGrant = ReturnType<GrantStore['listOfChat']>[number];

/** What people have allowed beyond one question, in all chats, oldest first. */
export function createStandingGrants(
  database: Database,
  { listOfChat: ofConversation }: Pick<GrantStore, 'listOfChat'>,
): () => readonly StandingGrant[] {
  const chats = database.read(
    'SELECT DISTINCT conversation FROM grants WHERE revoked_at_ms IS NULL',
    z.object({ conversation: id<'conversation'>() }),
  );
  return () =>
    chats
      .all({})
      .flatMap(({ conversation }) => ofConversation(conversation))
      .toSorted((one, other) => one.seq - other.seq);
}
