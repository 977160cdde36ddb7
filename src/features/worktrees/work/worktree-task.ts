import type { CheckpointStep, Checkpoints, WorkspaceState } from '../../../contracts/checkpoints.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { Outcome, SessionRecord } from '../../../contracts/session.ts';
import type { Store, Transactions, WorkRecords } from '../../../contracts/store.ts';
import type { WorktreeRecord, Worktrees } from '../../../contracts/worktrees.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CallId, InstanceId, SessionId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import type { OutgoingMessages } from '../../../gateway/outgoing/outgoing.ts';
import { isWhole } from '../../../git/checkpoints/trees.ts';

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

/** True when files or commits differ from before the first step; also when that is not known. */
export function hasChanged(steps: readonly CheckpointStep[]): boolean {
  return isOtherAfter(steps, (first, last) => hasMoved(first, last) || filesDiffer(first, last));
}

/** True when any files differ from what this call left; also when that is not known. */
export function filesChangedSince(call: CallId | undefined, steps: readonly CheckpointStep[]): boolean {
  const place = steps.findIndex((step) => step.call === call);
  return isOtherAfter(steps.slice(place + 1), filesDiffer);
}

function isOtherAfter(
  steps: readonly CheckpointStep[],
  differ: (first: WorkspaceState, last: WorkspaceState) => boolean,
): boolean {
  const known = steps.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  if (known.length < steps.length) return true;
  const whole = known.filter(({ before, after }) => isWhole(before) && isWhole(after));
  const [first] = whole;
  const last = whole.at(-1);
  if (first !== undefined && last !== undefined && differ(first.before, last.after)) return true;
  // Any other state can only be compared with the one of its own call.
  return known.some((step) => !whole.includes(step) && differ(step.before, step.after));
}

/** A change of the index alone cannot be applied. */
function hasMoved(first: WorkspaceState, last: WorkspaceState): boolean {
  return first.git?.head !== last.git?.head || first.git?.branch !== last.git?.branch;
}

function filesDiffer(first: WorkspaceState, last: WorkspaceState): boolean {
  const roots = new Set([...first.trees, ...last.trees].map(({ root }) => root));
  const isOther = (root: string): boolean => {
    const [before, after] = [first, last].map(({ trees }) => trees.find((tree) => tree.root === root));
    if (before?.tree !== after?.tree) return true;
    // Files that the last state names beside its tree must be in the first one too, and be equal.
    const known = new Set((before?.over ?? []).map((file) => JSON.stringify(file)));
    return (after?.over ?? []).some((file) => !known.has(JSON.stringify(file)));
  };
  return JSON.stringify(first.skipped) !== JSON.stringify(last.skipped) || [...roots].some(isOther);
}

/** The commit that a task left its worktree on, if it made any. */
export function lastCommitOf(record: WorktreeRecord, steps: readonly CheckpointStep[]): string | undefined {
  const head = steps.at(-1)?.after?.git?.head ?? undefined;
  return head === record.made?.baseCommit ? undefined : head;
}

/**
 * The next step for a worktree at the end of a run. `ask`: the person chooses what to do with it. `so-far`: it
 * may continue, and the person may choose as well. `nothing`: it changed nothing, and its folder is removed.
 * `pull-request`: its branch has one; the folder is removed. `none`: it continues by itself, or has no result yet.
 */
export type WorktreeRunEnd = 'ask' | 'so-far' | 'nothing' | 'pull-request' | 'none';

interface EndFacts {
  readonly kind: WorktreeRecord['kind'];
  readonly outcome: Outcome['kind'];
  readonly hasChanged: boolean;
  /** The task opened a pull request. */
  readonly hasPullRequest: boolean;
}

export function endOfRun({ kind, outcome, hasChanged, hasPullRequest }: EndFacts): WorktreeRunEnd {
  const hasEnded = outcome === 'done' || outcome === 'cancelled';
  if (!hasEnded && outcome !== 'parked' && outcome !== 'failed') return 'none';
  if (kind === 'branch' && outcome === 'done' && hasPullRequest) return 'pull-request';
  if (!hasChanged) return hasEnded ? 'nothing' : 'none';
  return hasEnded ? 'ask' : 'so-far';
}
