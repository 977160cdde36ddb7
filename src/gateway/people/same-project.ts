import type { ProgramFacts } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { Failure } from '../../core/failure.ts';
import { texts } from '../../core/texts/texts.ts';

/**
 * Checked before writing in the project of an idle session: its path may lead to another folder by now.
 * @throws Failure `not-found`, for the person
 */
export function assertSameProject(
  { project, locale }: Pick<SessionRecord, 'project' | 'locale'>,
  { workspaces }: Pick<ProgramFacts, 'workspaces'>,
): void {
  if (!workspaces.isSame(project)) throw new Failure('not-found', texts(locale).workspaces.notTheSame);
}
