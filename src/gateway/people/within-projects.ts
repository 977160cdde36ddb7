import type { QuestionScope } from '../../commands/open-questions.ts';
import { projectName } from '../../commands/project-name.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import { type Action, isFeatureAction } from '../../contracts/commands.ts';
import { handlerOf } from '../feature-actions.ts';

/** Actions that begin work in the project. */
const BEGINNING: readonly Action['kind'][] = ['start'];

/**
 * Rejects beginning work in a project that no longer exists or was never chosen: it would begin in another one
 * without anybody having said so.
 */
export function withinProjects(
  actions: readonly Action[],
  { cron: mark }: Pick<InboundMessage, 'cron'>,
  { context, features }: QuestionScope,
): readonly Action[] {
  const { program, workspace, texts } = context;
  const { workspaces } = program;
  const beginsWork = (action: Action) =>
    isFeatureAction(action)
      ? handlerOf(action, features).beginsWork === true
      : BEGINNING.includes(action.kind);
  if (!actions.some(beginsWork) || workspaces.stands(workspace)) return actions;
  const { chooseFirst, gone } = texts.workspaces;
  const name = projectName(workspace);
  const here = workspace === workspaces.usual ? chooseFirst : gone(name);
  // Another choice for the chat would not move the cron.
  const text = mark?.workspace === workspace ? texts.fired.projectGone(mark.name, name) : here;
  return [{ kind: 'reply', text }];
}
