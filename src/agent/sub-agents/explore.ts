import type { Exploration, ToolContext } from '../../contracts/tool.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import type { ActiveSession } from '../active-session.ts';
import { firstMessage } from '../prompt/prompt.ts';
import {
  availableSpecialists,
  chooseSpecialist,
  listText,
  reachOf,
  specialistProfile,
} from './available-specialists.ts';
import { exploringTools, readingTools, SubAgent } from './sub-agent.ts';

const LIMITS = { rounds: 10, ms: 4 * MINUTE_MS, microUsd: undefined };
/** Longest answer, in UTF-16 code units. */
const MAX_ANSWER = 6000;

interface ExploreRequest {
  readonly task: string;
  /** Undefined for a general sub-agent. */
  readonly specialist: string | undefined;
}

/**
 * A sub-agent that reads in the workspace of a session and answers one question; its reads are not part of the
 * session's history. It stores nothing: after a crash its call is made again, like any other read. Its cost counts
 * for the session, and is recorded reply by reply.
 * @param context of the call that asks for it
 */
export async function exploreWorkspace(
  session: ActiveSession,
  { task, specialist }: ExploreRequest,
  context: ToolContext,
): Promise<Exploration> {
  const { parts, record } = session;
  const message = firstMessage({
    task,
    workspace: record.workspace,
    writeEnabled: false,
    nowMs: parts.clock.nowMs(),
    redact: parts.redactor.redact,
  });
  if (specialist !== undefined)
    return await consultSpecialist(session, { name: specialist, message }, context);
  const profile = {
    system: parts.reading.prompts.system('explore'),
    model: record.prompt.model,
    specs: exploringTools(session),
    missing: [],
    limits: LIMITS,
    mostAnswer: MAX_ANSWER,
  };
  return await new SubAgent(session, profile, context).answer(message);
}

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
async function consultSpecialist(
  session: ActiveSession,
  { name, message }: Consultation,
  context: ToolContext,
): Promise<Exploration> {
  const { toolbox } = session;
  const found = await availableSpecialists(session);
  if (name === '')
    return { answer: listText(found, toolbox.tools), cutShort: undefined, rounds: 0, calls: 0 };
  const specialist = chooseSpecialist(name, found, toolbox.tools);
  const reach = reachOf(specialist, readingTools(session), toolbox.tools);
  if (reach.changes.length > 0 && !specialist.onlyReads) {
    throw new Failure(
      'denied',
      `${specialist.reference} would need ${reach.changes.join(', ')}, and here a sub-agent only reads: hand the work over with delegate_work, or do it yourself.`,
    );
  }
  const profile = specialistProfile(session, specialist, { call: context.callId, role: 'specialist', reach });
  return await new SubAgent(session, profile, context).answer(message);
}
