import { type Clock, SECOND_MS } from '../../core/clock.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { CellName } from '../names.ts';
import { askForHandover, type Handover } from './handovers.ts';
import { assertMovable, type ConversationMove, moveConversation } from './placements.ts';

/** How long the old cell may take to park what it does and to copy the rest. */
export const HANDOVER_WITHIN_MS = 20 * SECOND_MS;

/**
 * The cell that has the chat parks its tasks there and copies the rest, if it is alive; then the chat moves.
 * @param handedOver called before it moves
 * @throws Failure as `move`; then nothing was parked
 */
export async function moveChat(
  db: ClusterDatabase,
  chat: { readonly conversation: string; readonly to: CellName },
  { clock, handedOver }: { readonly clock: Clock; handedOver(how: Handover): void },
): Promise<ConversationMove> {
  await assertMovable(db, chat);
  handedOver(await askForHandover(db, chat.conversation, { clock, withinMs: HANDOVER_WITHIN_MS }));
  return await moveConversation(db, chat);
}
