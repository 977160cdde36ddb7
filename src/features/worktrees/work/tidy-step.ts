import type { SessionStatus } from '../../../contracts/session.ts';
import type { WorktreeRecord } from '../../../contracts/worktrees.ts';
import { endOfStretch } from './end-of-stretch.ts';

/** How long a finished worktree waits for a choice. */
export const OPEN_MS = 14 * 24 * 60 * 60_000;

/**
 * The next step for the worktree of an idle task. `put-away`: remove the folder, keep the branch. `clear`: remove the
 * branch too. `keep`, `discard`: what happens without a choice for so long.
 */
export type TidyStep = 'none' | 'put-away' | 'clear' | 'keep' | 'discard';

export interface TidyFacts {
  readonly record: Pick<WorktreeRecord, 'kind' | 'state' | 'choice' | 'landing'>;
  readonly status: SessionStatus;
  readonly hasChanged: boolean;
  readonly hasPullRequest: boolean;
  /** Milliseconds since the task became idle. */
  readonly ageMs: number;
}

export function tidyStep({ record, status, hasChanged, hasPullRequest, ageMs }: TidyFacts): TidyStep {
  const { kind, choice, landing, state } = record;
  const isAtRest = status === 'done' || status === 'cancelled' || status === 'parked' || status === 'failed';
  if (!isAtRest || state === 'gone' || landing === 'wanted' || landing === 'acting') return 'none';
  const end = endOfStretch({ kind, outcome: status, hasChanged, hasPullRequest });
  if (landing === 'done' && choice !== 'pull-request') return choice === 'keep' ? 'put-away' : 'clear';
  if (end === 'pull-request') return 'put-away';
  if (end === 'nothing') return 'clear';
  if (ageMs < OPEN_MS) return 'none';
  if (!hasChanged) return 'clear';
  return kind === 'dry-run' ? 'discard' : 'keep';
}
