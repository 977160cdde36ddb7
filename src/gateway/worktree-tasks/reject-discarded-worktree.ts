import { taskLine } from '../../commands/session-text.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';

/** Rejects continuing a task whose worktree was discarded with its contents: the person is told at once. */
export function rejectDiscardedWorktree(
  actions: readonly Action[],
  context: CommandContext,
): readonly Action[] {
  for (const action of actions) {
    const gone = action.kind === 'resume' ? goneTask(action.session, context) : undefined;
    if (gone !== undefined) return [{ kind: 'reply', text: context.texts.worktrees.gone(gone) }];
  }
  return actions;
}

function goneTask(
  id: Extract<Action, { kind: 'resume' }>['session'],
  { store }: CommandContext,
): string | undefined {
  const session = store.sessions.get(id);
  const record = store.worktrees.get(id);
  if (session === undefined || session.workspace !== record?.folder) return undefined;
  return record.choice === 'discard' && record.landing !== 'refused' ? taskLine(session) : undefined;
}
