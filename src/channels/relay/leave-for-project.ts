import { noteHandled } from '../../cluster/copies/copies.ts';
import { conversationKey, type FrontName } from '../../cluster/names.ts';
import { cellWithProject, moveConversation } from '../../cluster/placement/placements.ts';
import { SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import type { RelayParts, WantedLeave } from './relay-channel.ts';

type LeaveParts = Pick<RelayParts, 'carrying' | 'cell' | 'clock' | 'cluster' | 'openSessions'>;

/** Earlier messages have to be sent within this time, because a person waits. */
const WITHIN_MS = 10 * SECOND_MS;
const LOOK_MS = 200;

/**
 * Moves a chat of this cell to one that has the project, once none of its work is under way here; false when some is.
 * The handled messages, the chat's project and its new cell are stored in one transaction.
 * @throws Failure `not-found` when no cell with the project takes it, `unavailable` while PostgreSQL is away
 */
export async function leaveForProject(
  { chat, project, messages }: WantedLeave,
  front: FrontName,
  parts: LeaveParts,
  signal: AbortSignal,
): Promise<boolean> {
  const { cell, cluster } = parts;
  const conversation = conversationKey(front, chat);
  const to = await cellWithProject(cluster, { conversation, project }, cell);
  if (to === undefined) throw new Failure('not-found', 'No other cell with this project takes the chat.');
  if (!(await comesToRest(chat, { handling: messages.length, signal }, parts))) return false;
  try {
    await moveConversation(cluster, { conversation, from: cell, to, project }, (sql) =>
      noteHandled(sql, conversation, messages),
    );
  } catch (error) {
    // It has moved meanwhile.
    if (!isFailure(error) || error.kind !== 'conflict') throw error;
  }
  return true;
}

/** False when its work does not end in time. When true, all of it has been copied. */
async function comesToRest(
  chat: string,
  { handling, signal }: { readonly handling: number; readonly signal: AbortSignal },
  { carrying, openSessions, clock }: LeaveParts,
): Promise<boolean> {
  const endUpMs = clock.upMs() + WITHIN_MS;
  while (!signal.aborted && clock.upMs() < endUpMs && openSessions(chat).length === 0) {
    if (await carrying.isFlushed(chat, handling)) return true;
    await clock.sleep(LOOK_MS, signal);
  }
  return false;
}
