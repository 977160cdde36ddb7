import type { Store } from '../../contracts/store.ts';
import { sessionIdOf } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { WorktreeWorker } from './work/worktree-worker.ts';

export interface TidyParts {
  readonly store: Pick<Store, 'sessions'>;
  readonly worker: Pick<WorktreeWorker, 'takeUp'>;
  readonly log: Log;
  /** Removes worktrees that no row knows; `isKnown` decides by a folder's name. Returns how many. */
  removeStrayWorktrees(isKnown: (name: string) => boolean): Promise<number>;
}

/** Begins what is due for worktrees, and removes folders that belong to nothing. */
export async function tidyWorktrees({ store, worker, log, removeStrayWorktrees }: TidyParts): Promise<void> {
  worker.takeUp();
  const count = await removeStrayWorktrees((name) => isSession(name, store));
  if (count > 0) log.info('gateway.worktrees.removed', { count });
}

/** The row of a known task decides about its folder; folders without a row are unused. */
function isSession(name: string, { sessions }: Pick<Store, 'sessions'>): boolean {
  const id = sessionIdOf(name);
  return id === undefined || sessions.get(id) !== undefined;
}
