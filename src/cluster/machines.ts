import type { OtherMachines } from '../contracts/machines.ts';
import type { Ownership } from '../contracts/ownership.ts';
import type { ClaimRuns } from '../contracts/scheduled-runs.ts';
import type { ConversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { CellAnswer } from './asking/ask-cells.ts';
import type { CellName } from './names.ts';
import type { SeenChat, SeenCluster } from './overview/seen-cluster.ts';
import type { Handover } from './placement/handovers.ts';
import type { Move } from './placement/placements.ts';
import type { CellSpending, SpendingDays } from './spending/spending.ts';

/** What a cell knows of all machines, and what may be done with them from it. A program that is alone has none. */
export interface Machines extends OtherMachines, Ownership {
  /** This cell. */
  readonly cell: CellName;
  readonly claimRuns: ClaimRuns;
  /** As it is now, or as it was known last; undefined: it was never seen. Does not fail while PostgreSQL is away. */
  seen(): Promise<SeenCluster | undefined>;
  /** Other cells where this conversation lived before, the last one first. */
  earlierCells(conversation: ConversationId): readonly string[];
  /** Undefined while PostgreSQL is away. */
  spent(days: SpendingDays): Promise<readonly CellSpending[] | undefined>;
  /** What this cell says when another one asks it; one for each kind of question. It takes out what must not leave the machine. */
  answers(kind: string, how: (question: Json) => Promise<Json>): void;
  /**
   * Asks all other cells, or those of these names, for up to 3 seconds; one that is gone is not waited for. Undefined while PostgreSQL
   * is away.
   */
  askOthers(
    kind: string,
    question: Json,
    only?: readonly string[],
  ): Promise<readonly CellAnswer[] | undefined>;
  /** Chats whose name, or whose person, has these words in it, 50 at most; undefined while PostgreSQL is away. */
  chatsNamed(words: string): Promise<readonly SeenChat[] | undefined>;
  /**
   * Whether a cell gets new chats.
   * @returns how many chats are on it
   * @throws Failure `not-found` for a cell that there never was, `unavailable` while PostgreSQL is away
   */
  drain(cell: CellName, isDraining: boolean): Promise<number>;
  /**
   * Takes up to 20 seconds.
   * @throws Failure as `moveChat`, so `conflict` for one that lives there already; `unavailable` while PostgreSQL is away
   */
  move(chat: {
    readonly conversation: string;
    readonly to: CellName;
  }): Promise<Move & { readonly handover: Handover }>;
}
