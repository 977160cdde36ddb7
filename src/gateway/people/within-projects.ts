import { projectName } from '../../commands/project-name.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { CronMark } from '../../contracts/crons.ts';

/** What works in the project, now or as soon as it is known how. */
const BEGINNING: readonly Action['kind'][] = ['start', 'route', 'plan-job'];

/**
 * Nothing begins in a project that is not there any more, or that was never chosen: it would begin in another one
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
  // Another choice for the chat would not move a cron.
  const text = mark?.workspace === workspace ? texts.fired.projectGone(mark.name, name) : here;
  return [{ kind: 'reply', text }];
}
