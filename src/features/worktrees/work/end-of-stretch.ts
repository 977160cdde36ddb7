import type { Outcome } from '../../../contracts/session.ts';
import type { WorktreeRecord } from '../../../contracts/worktrees.ts';

/**
 * The next step for a worktree at the end of a stretch. `ask`: the person chooses what to do with it. `so-far`: it
 * may continue, and the person may choose as well. `nothing`: it changed nothing, and its folder is removed.
 * `pull-request`: its branch has one; the folder is removed. `none`: it continues by itself, or has no result yet.
 */
export type ApartEnd = 'ask' | 'so-far' | 'nothing' | 'pull-request' | 'none';

export interface EndFacts {
  readonly kind: WorktreeRecord['kind'];
  readonly outcome: Outcome['kind'];
  readonly hasChanged: boolean;
  /** The task opened a pull request. */
  readonly hasPullRequest: boolean;
}

export function endOfStretch({ kind, outcome, hasChanged, hasPullRequest }: EndFacts): ApartEnd {
  const hasEnded = outcome === 'done' || outcome === 'cancelled';
  if (!hasEnded && outcome !== 'parked' && outcome !== 'failed') return 'none';
  if (kind === 'branch' && outcome === 'done' && hasPullRequest) return 'pull-request';
  if (!hasChanged) return hasEnded ? 'nothing' : 'none';
  return hasEnded ? 'ask' : 'so-far';
}
