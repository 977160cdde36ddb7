import { taskLine } from '../../../commands/session-text.ts';
import type { Action, CommandContext } from '../../../contracts/commands.ts';

/** A task whose worktree was discarded with its contents cannot go on. */
export function discardedObstacle(action: Action, { store, texts }: CommandContext): string | undefined {
  if (action.kind !== 'resume') return undefined;
  const session = store.sessions.get(action.session);
  const record = store.worktrees.get(action.session);
  if (session === undefined || session.workspace !== record?.folder) return undefined;
  const isGone = record.choice === 'discard' && record.landing !== 'refused';
  return isGone ? texts.worktrees.gone(taskLine(session)) : undefined;
}
