import type { Outcome } from '../../contracts/session.ts';
import type { WorktreeRecord } from '../../contracts/worktrees.ts';

/**
 * What the end of a stretch means for a worktree. `ask`: the person chooses what becomes of it. `so-far`: it may go on,
 * and may be chosen about as well. `nothing`: it changed nothing, and its folder goes. `pull-request`: its branch has
 * one; the folder goes. `none`: it goes on by itself, or nothing came of it yet.
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
