import type { Assignment, Terms } from '../../contracts/assignment.ts';
import type { TrustStore } from '../../contracts/grants.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Specialist, Specialists } from '../../contracts/specialists.ts';
import { isForeign } from '../../contracts/specialists.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { Failure } from '../../core/failure.ts';
import { texts } from '../../core/texts/texts.ts';
import { secretaryTexts } from './texts/texts.ts';

export interface SpecialistTermsParts {
  readonly specialists: Specialists;
  /** All that a session may have. */
  readonly tools: readonly Pick<AnyTool, 'name' | 'effect' | 'onlySpeaks'>[];
  readonly trust: Pick<TrustStore, 'isAccepted'>;
}

export type SpecialistAssignment = Extract<Assignment, { kind: 'specialist' }>;

/**
 * The terms from a specialist's file, read again: a change after the person's choice is not used.
 * @throws Failure when it is missing, or has changed
 */
export function specialistTerms({ specialists, tools, trust }: SpecialistTermsParts) {
  const readers = tools.filter(({ effect, onlySpeaks }) => effect === 'reads' || onlySpeaks);
  return async (session: SessionRecord, { agent, brief, hash }: SpecialistAssignment): Promise<Terms> => {
    // Reads the project itself, also for a session in a worktree: the person knows the files of the project.
    const { found } = await specialists(session.project);
    const specialist = found.find(({ reference }) => reference === agent);
    const { gone, changed, reading } = secretaryTexts(texts(session.locale)).chat;
    if (specialist === undefined) throw new Failure('not-found', gone(agent));
    if (specialist.hash !== hash) throw new Failure('conflict', changed(agent));
    const file = { workspace: session.project, name: agent, path: specialist.file, hash };
    const onlyReads = isForeign(specialist) && !trust.isAccepted(file);
    return {
      brief,
      ...(onlyReads ? { told: reading(agent) } : {}),
      ...narrowTerms(specialist, onlyReads ? readers : undefined),
    };
  };
}

function narrowTerms(
  { grants, instructions, limits }: Specialist,
  readers: SpecialistTermsParts['tools'] | undefined,
): Pick<Terms, 'instructions' | 'tools' | 'commands' | 'limits' | 'preApproved'> {
  const named = grants?.tools;
  const allowed = readers?.map(({ name }) => name).filter((name) => named?.includes(name) ?? true) ?? named;
  const commands = grants?.commands?.map(({ words, isWhole }) => ({ words: [...words], isWhole }));
  return {
    ...(instructions === '' ? {} : { instructions }),
    ...(allowed === undefined ? {} : { tools: [...allowed] }),
    ...(commands === undefined ? {} : { commands }),
    limits,
    preApproved: [],
  };
}
