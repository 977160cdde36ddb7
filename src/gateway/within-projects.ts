import { projectName } from '../commands/project-name.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';

/**
 * Nothing begins in a project that is not there any more, or that was never chosen: it would begin in another one
 * without anybody having said so.
 */
export function withinProjects(actions: readonly Action[], context: CommandContext): readonly Action[] {
  const { program, workspace, texts } = context;
  const { workspaces } = program;
  if (!actions.some(({ kind }) => kind === 'start') || workspaces.stands(workspace)) return actions;
  const { chooseFirst, gone } = texts.workspaces;
  const text = workspace === workspaces.usual ? chooseFirst : gone(projectName(workspace));
  return [{ kind: 'reply', text }];
}
