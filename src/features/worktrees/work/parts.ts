import type { Checkpoints } from '../../../contracts/checkpoints.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store, Transactions, WorkRecords } from '../../../contracts/store.ts';
import type { WorktreeRecord, Worktrees } from '../../../contracts/worktrees.ts';
import type { Clock } from '../../../core/clock.ts';
import type { InstanceId, SessionId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import type { OutgoingMessages } from '../../../gateway/outgoing/outgoing.ts';

export interface WorktreeTaskParts {
  readonly store: Transactions & WorkRecords & Pick<Store, 'instances' | 'sessions' | 'worktrees'>;
  readonly worktrees: Worktrees;
  readonly checkpoints: Pick<Checkpoints, 'take'>;
  readonly outgoing: OutgoingMessages;
  /** Ends background commands of a task; their records are completed later. */
  endCommands(session: SessionRecord): Promise<void>;
  /** Called inside the transaction that stores that a task's work was brought over. */
  landed(session: SessionId): void;
  readonly program: Pick<ProgramFacts, 'workspaces'>;
  readonly canOpenPullRequests: boolean;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
}

/** A worktree with the task that works in it. */
export interface WorktreeTask {
  readonly record: WorktreeRecord;
  readonly session: SessionRecord;
}
