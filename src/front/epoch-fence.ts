import { conversationKey, type FrontName } from '../cluster/names.ts';
import { placementsOf } from '../cluster/placement/placements.ts';
import type { SqlSession } from '../cluster/sql.ts';
import type { JournalDelivery } from './journal.ts';

/**
 * True when the cell that sent this message still has its conversation.
 * @throws Failure `unavailable`
 */
export type EpochFence = (delivery: Pick<JournalDelivery, 'cell' | 'epoch' | 'chat'>) => Promise<boolean>;

/** A cell that was suspended goes on with the epoch of before the move: what it sends is dropped. */
export function epochFence(db: SqlSession, front: FrontName): EpochFence {
  return async ({ cell, epoch, chat }) => {
    const key = conversationKey(front, chat);
    const placement = (await placementsOf(db, [key])).get(key);
    return placement !== undefined && placement.cell === cell && placement.epoch === epoch;
  };
}
