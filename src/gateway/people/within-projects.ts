import { projectName } from '../../commands/project-name.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { CronMark } from '../../contracts/cron-mark.ts';

/** Actions that begin work in the project, now or as soon as a specialist or plan is found. */
const BEGINNING: readonly Action['kind'][] = ['start', 'route', 'plan-job'];

/**
 * Rejects beginning work in a project that no longer exists or was never chosen: it would begin in another one
 * without anybody having said so.
 */
export function withinProjects(
  actions: readonly Action[],
  context: CommandContext,
  mark: CronMark | undefined,
): readonly Action[] {
  const { program, workspace, texts } = context;
  const { workspaces } = program;
  if (!actions.some(({ kind }) => BEGINNING.includes(kind)) || workspaces.stands(workspace)) return actions;
  const { chooseFirst, gone } = texts.workspaces;
  const name = projectName(workspace);
  const here = workspace === workspaces.usual ? chooseFirst : gone(name);
  // Another choice for the chat would not move the cron.
  const text = mark?.workspace === workspace ? texts.fired.projectGone(mark.name, name) : here;
  return [{ kind: 'reply', text }];
}
