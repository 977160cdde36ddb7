import type { InboundMessage } from '../../contracts/channel.ts';
import { type Action, isFeatureAction, type ProgramFacts } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { Failure } from '../../core/failure.ts';
import { texts } from '../../core/texts/texts.ts';
import type { CarryOutParts, HandledMessage } from '../carry-out-parts.ts';
import { handlerOf } from '../feature-actions.ts';
import type { QuestionScope } from '../questions/open-questions.ts';
import { projectName, workspaceOf } from '../tasks/projects.ts';

/**
 * Canonical path of the project for the work that this message begins. What was written at a set time keeps the
 * project that it was set for, whatever its chat has chosen since: the same words would change the wrong files.
 */
export function projectOf(
  { row, conversation }: Pick<HandledMessage, 'row' | 'conversation'>,
  parts: Pick<CarryOutParts, 'store' | 'program'>,
): string {
  const { scheduled, call } = row.message;
  const named = call?.kind === 'start' ? call.project : undefined;
  if (named !== undefined)
    return parts.program.workspaces.findByName(named)?.path ?? parts.program.workspaces.usual;
  const own = scheduled?.workspace;
  // With a single project nothing can be mixed up, and it may have moved.
  if (own !== undefined && parts.program.workspaces.root !== undefined) return own;
  return workspaceOf(conversation, parts);
}

/**
 * Checked before writing in the project of an idle session: its path may lead to another folder by now.
 * @throws Failure `not-found`, for the person
 */
export function assertSameProject(
  { project, locale }: Pick<SessionRecord, 'project' | 'locale'>,
  { workspaces }: Pick<ProgramFacts, 'workspaces'>,
): void {
  if (!workspaces.isRealFolder(project)) throw new Failure('not-found', texts(locale).projects.notTheSame);
}

/** Actions that begin work in the project. */
const BEGINNING: readonly Action['kind'][] = ['start'];

/**
 * Rejects beginning work in a project that no longer exists or was never chosen: it would begin in another one
 * without anybody having said so.
 */
export function withinProjects(
  actions: readonly Action[],
  { scheduled: mark }: Pick<InboundMessage, 'scheduled'>,
  { context, features }: QuestionScope,
): readonly Action[] {
  const { program, workspace, texts } = context;
  const { workspaces } = program;
  const beginsWork = (action: Action) =>
    isFeatureAction(action)
      ? handlerOf(action, features).beginsWork === true
      : BEGINNING.includes(action.kind);
  if (!actions.some(beginsWork) || workspaces.isWorkspace(workspace)) return actions;
  const { chooseFirst, gone } = texts.projects;
  const name = projectName(workspace);
  const here = workspace === workspaces.usual ? chooseFirst : gone(name);
  // Another choice for the chat would not move what is scheduled.
  const text = mark?.workspace === workspace ? texts.fired.projectGone(mark.name, name) : here;
  return [{ kind: 'reply', text }];
}
