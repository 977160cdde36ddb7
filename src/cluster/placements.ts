import type { ClusterDatabase } from './cluster-database.ts';
import type { CellName, FrontName } from './names.ts';
import type { SqlSession } from './sql.ts';

/** Where a conversation lives. */
export interface Placement {
  readonly cell: CellName;
  /** Raised by every move: what an earlier owner still sends carries an older one. */
  readonly epoch: number;
}

export interface Move {
  readonly epoch: number;
  /** How many waiting jobs went along. */
  readonly carried: number;
}

/**
 * In the transaction: the rows of known conversations are locked, so that none moves before it ends. New ones get the living
 * cell that has most of the person's conversations, else the one with the fewest. Without a living cell they are not in the map.
 * @param conversations keys by `conversationKey`, and whom they are with
 */
export async function place(
  _sql: SqlSession,
  front: FrontName,
  _conversations: readonly { readonly conversation: string; readonly person: string }[],
): Promise<ReadonlyMap<string, Placement>> {
  throw new Error(`not yet: ${front}`);
}

/** Those that are placed. */
export async function placementsOf(
  _sql: SqlSession,
  _conversations: readonly string[],
): Promise<ReadonlyMap<string, Placement>> {
  throw new Error('not yet');
}

/**
 * One transaction: locks the row, raises the epoch, carries waiting jobs over with their ids and their order. Both cells and the
 * front are told.
 * @throws Failure `not-found` when there is no such conversation or cell, `conflict` when it lives there already
 */
export async function move(
  _db: ClusterDatabase,
  parts: { readonly conversation: string; readonly to: CellName },
): Promise<Move> {
  throw new Error(`not yet: ${parts.to}`);
}

/** Each conversation by a move of its own; without `to` to the living cells that are not draining, as new ones are placed. */
export async function moveAll(
  _db: ClusterDatabase,
  parts: { readonly from: CellName; readonly to?: CellName | undefined },
): Promise<readonly { readonly conversation: string; readonly to: CellName }[]> {
  throw new Error(`not yet: ${parts.from}`);
}
