import type { UnfinishedWorks } from '../../contracts/machines.ts';
import type { SessionStore } from '../../contracts/session-stores.ts';
import type { WorktreeStore } from '../../contracts/worktrees.ts';
import type { InstanceId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { worktreeTexts } from './texts/texts.ts';

/** By what was chosen for the copy. */
const KINDS = {
  apply: 'merge',
  merge: 'merge',
  'pull-request': 'pull-request',
  keep: 'put-away',
  discard: 'put-away',
} as const;

interface UnfinishedLandingsParts {
  readonly worktrees: Pick<WorktreeStore, 'listUnfinished'>;
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly instance: InstanceId;
}

/** Copies of tasks in a chat that moves, which are landed or put away. */
export function unfinishedLandings({
  worktrees,
  sessions,
  instance,
}: UnfinishedLandingsParts): UnfinishedWorks {
  return {
    kinds: ['merge', 'pull-request', 'put-away'],
    list: (conversation) =>
      worktrees
        .listUnfinished(instance)
        .filter(({ session }) => sessions.get(session)?.conversation === conversation)
        .map(({ session, branch, choice = 'keep' }) => ({ kind: KINDS[choice], session, name: branch })),
    line({ kind, task, name }, locale) {
      const { unfinished } = worktreeTexts(texts(locale));
      if (kind === 'merge') return unfinished.merge(task, name);
      return kind === 'pull-request' ? unfinished.pullRequest(task) : unfinished.putAway(task);
    },
  };
}
