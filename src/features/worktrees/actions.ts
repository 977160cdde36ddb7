import type { FeatureAction } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { WorktreeChoice } from '../../contracts/worktrees.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId, SessionId } from '../../core/ids.ts';
import { sessionRefusal } from '../../gateway/people/authority.ts';
import type { WorktreeWorker } from './work/worktree-worker.ts';

/** A choice about the work of a task in a worktree. */
export interface WorktreeAction extends FeatureAction {
  readonly kind: 'worktrees.choose';
  readonly session: SessionId;
  readonly choice: WorktreeChoice;
}

export interface WorktreeActionPorts {
  readonly store: Pick<Store, 'worktrees' | 'sessions'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly worker: Pick<WorktreeWorker, 'takeUp'>;
}

/** Carries out what people choose about worktrees. */
export function worktreeActions({
  store,
  instance,
  clock,
  worker,
}: WorktreeActionPorts): HandlersOf<WorktreeAction> {
  return {
    'worktrees.choose': {
      grants: () => false,
      refusal: ({ session }, context) => sessionRefusal(session, context),
      // The row comes first: the program that stored it carries it out.
      apply({ session, choice }, { row }) {
        if (!store.worktrees.choose(session, choice, row.message.sender))
          throw new Error(`something else was chosen about ${session} when it was to become ${choice}`);
        store.sessions.update(session, { instance, atMs: clock.nowMs() });
        return [() => worker.takeUp()];
      },
    },
  };
}
