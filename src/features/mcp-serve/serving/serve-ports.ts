import type { OutsideAgent } from '../../../contracts/access.ts';
import type { Redactor } from '../../../contracts/policy.ts';
import type { Store, WorkRecords } from '../../../contracts/store.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CallRequest } from '../outside-call.ts';
import type { OutsideTaskStore } from '../outside-task-store.ts';

/**
 * What `wasap mcp serve` works with. It runs no task itself: it reads rows, and hands changes to the program that runs
 * on the same data folder.
 */
export interface ServePorts {
  readonly version: string;
  readonly store: WorkRecords &
    Pick<Store, 'approvals' | 'history' | 'inbox' | 'outsideAgents' | 'sessions' | 'worktrees'>;
  readonly rows: Pick<OutsideTaskStore, 'repliesTo' | 'reportOf' | 'sessionOf'>;
  readonly redact: Redactor['redact'];
  readonly clock: Clock;
  /**
   * Resolves once the running program has stored the call.
   * @throws Failure `unavailable` when none runs, or what that program says against it
   */
  handIn(request: CallRequest): Promise<void>;
}

/** Whose call it is. */
export interface OutsideCaller {
  readonly agent: OutsideAgent;
  readonly token: string;
}
