import type { ClaimRuns, OtherMachines, Ownership } from '../contracts/machines.ts';
import type { ConversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { CellAnswer } from './ask-cells.ts';
import type { CellName } from './names.ts';
import type { ChatSummary, ClusterSnapshot } from './overview/cluster-snapshot.ts';
import type { Handover } from './placement/handovers.ts';
import type { ConversationMove } from './placement/placements.ts';
import type { CellSpending, SpendingDays } from './spending/spending.ts';

/** What a cell knows of all machines, and what may be done with them from it. A program that is alone has none. */
export interface Machines extends OtherMachines, Ownership {
  /** This cell. */
  readonly cell: CellName;
  readonly claimRuns: ClaimRuns;
  /**
   * The cluster as it is now, or as it was last known; undefined if it was never seen. Does not fail while PostgreSQL
   * is away.
   */
  readCluster(): Promise<ClusterSnapshot | undefined>;
  /** Other cells where this conversation lived before, the last one first. */
  earlierCells(conversation: ConversationId): readonly string[];
  /** Undefined while PostgreSQL is away. */
  readSpending(days: SpendingDays): Promise<readonly CellSpending[] | undefined>;
  /**
   * Sets how this cell answers one kind of question of other cells. The answer must leave out what may not leave the
   * machine.
   */
  answers(kind: string, how: (question: Json) => Promise<Json>): void;
  /**
   * Asks all other cells, or the named ones, for up to 3 seconds; it does not wait for one that is gone. Undefined
   * while PostgreSQL is away.
   */
  askOthers(
    kind: string,
    question: Json,
    only?: readonly string[],
  ): Promise<readonly CellAnswer[] | undefined>;
  /** Up to 50 chats whose name, or whose person's name, contains these words; undefined while PostgreSQL is away. */
  chatsNamed(words: string): Promise<readonly ChatSummary[] | undefined>;
  /**
   * Sets whether a cell gets new chats.
   * @returns how many chats are on it
   * @throws Failure `not-found` for an unknown cell, `unavailable` while PostgreSQL is away
   */
  drain(cell: CellName, isDraining: boolean): Promise<number>;
  /**
   * Takes up to 20 seconds.
   * @throws Failure as `moveChat`, so `conflict` for one that lives there already; `unavailable` while PostgreSQL is
   * away
   */
  move(chat: {
    readonly conversation: string;
    readonly to: CellName;
  }): Promise<ConversationMove & { readonly handover: Handover }>;
}
