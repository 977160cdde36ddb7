import type { Exploration, ToolContext } from '../../contracts/tool.ts';
import { Failure } from '../../core/failure.ts';
import type { ActiveSession } from '../active-session.ts';
import { specialistProfile } from './specialist-profile.ts';
import { choose, listText, reachOf, specialistsHere } from './specialists-here.ts';
import { readingTools, SubAgent } from './sub-agent.ts';

interface Consultation {
  /** `plugin:name`, or a name that only one has; empty: list them. */
  readonly name: string;
  /** The first message. */
  readonly message: string;
}

/**
 * Runs a sub-agent as an agent file describes it, limited to reading.
 * @throws Failure when there is no such specialist, or when its work is to change something
 */
export async function consult(
  session: ActiveSession,
  { name, message }: Consultation,
  context: ToolContext,
): Promise<Exploration> {
  const { parts } = session;
  const found = await specialistsHere(session);
  if (name === '') return { answer: listText(found, parts.tools), cutShort: undefined, rounds: 0, calls: 0 };
  const specialist = choose(name, found, parts.tools);
  const reach = reachOf(specialist, readingTools(session), parts.tools);
  if (reach.changes.length > 0 && !specialist.onlyReads) {
    throw new Failure(
      'denied',
      `${specialist.reference} would need ${reach.changes.join(', ')}, and here a sub-agent only reads: hand the work over with delegate_work, or do it yourself.`,
    );
  }
  const profile = specialistProfile(session, specialist, { call: context.callId, role: 'specialist', reach });
  return await new SubAgent(session, profile, context).answer(message);
}
