import { Failure } from '../../base/failure.ts';
import { texts } from '../../base/texts/texts.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';

/**
 * Before anything is written in the project of a session that nobody is in: a path that leads elsewhere by now would be
 * changed as if it were that one.
 * @throws Failure `not-found`, for the person
 */
export function assertSameProject(
  { project, locale }: Pick<SessionRecord, 'project' | 'locale'>,
  { workspaces }: Pick<ProgramFacts, 'workspaces'>,
): void {
  if (!workspaces.isSame(project)) throw new Failure('not-found', texts(locale).workspaces.notTheSame);
}
