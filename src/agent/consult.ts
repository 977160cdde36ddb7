import { Failure } from '../base/failure.ts';
import type { Specialist } from '../contracts/specialists.ts';
import type { Exploration, ToolContext } from '../contracts/tool.ts';
import type { ActiveSession } from './active-session.ts';
import { withInstructions } from './instructions.ts';
import { choose, listText, reachOf } from './specialists-here.ts';
import { type Part, readingTools, SubAgent } from './sub-agent.ts';

const MOST_ROUNDS = 15;
const MOST_SECONDS = 600;
/** Of the answer, in UTF-16 code units: a review has more to say than an answer. */
const MOST_ANSWER = 12_000;

interface Consultation {
  /** `plugin:name`, or a name that one alone has; empty: which there are. */
  readonly name: string;
  /** The first message. */
  readonly message: string;
}

/**
 * A sub-agent that is what an agent file describes, as far as reading goes. The file is read now: it says how the work is
 * done and may narrow what every sub-agent has; it opens nothing.
 * @throws Failure when there is no such specialist, or when its work is to change something
 */
export async function consult(
  session: ActiveSession,
  { name, message }: Consultation,
  context: ToolContext,
): Promise<Exploration> {
  const { parts, record } = session;
  // The project itself, also for a session that works apart from it: its person knows those files.
  const { found } = await parts.specialists(record.project);
  if (name === '') return { answer: listText(found, parts.tools), cutShort: undefined, rounds: 0, calls: 0 };
  const specialist = choose(name, found, parts.tools);
  const part = partOf(session, specialist);
  const { reference, hash } = specialist;
  parts.log.info('agent.specialist.asked', {
    session_id: record.id,
    call_id: context.callId,
    specialist: reference,
    file_hash: hash,
    model: part.model,
  });
  return await new SubAgent(session, part, context).answer(message);
}

function partOf(session: ActiveSession, specialist: Specialist): Part {
  const { parts, record } = session;
  const { reads, changes, missing } = reachOf(specialist, readingTools(session), parts.tools);
  if (changes.length > 0) {
    throw new Failure(
      'denied',
      `${specialist.reference} would need ${changes.join(', ')}, and a sub-agent only reads. Do its work yourself, or tell the person that /secretary begins it.`,
    );
  }
  const { model, limits, instructions, description } = specialist;
  const told = parts.redactor.redact(instructions === '' ? description : instructions);
  return {
    system: withInstructions(systemOf(session, missing), { instructions: told, preApproved: [] }),
    // Of a model without a price nobody could say what it has cost.
    model: model !== undefined && parts.priceOf(model) !== undefined ? model : record.model,
    specs: reads,
    missing,
    limits: {
      rounds: Math.min(MOST_ROUNDS, parts.limits.maxRounds, limits.maxRounds ?? MOST_ROUNDS),
      ms: Math.min(MOST_SECONDS, limits.maxSeconds ?? MOST_SECONDS) * 1000,
      microUsd: limits.maxCostUsd === undefined ? undefined : Math.round(limits.maxCostUsd * 1_000_000),
    },
    mostAnswer: MOST_ANSWER,
  };
}

function systemOf({ parts }: ActiveSession, missing: readonly string[]): string {
  const system = parts.prompts.system('specialist');
  if (missing.length === 0) return system;
  return `${system}\n- Not here, whatever your file says: ${missing.join(', ')}.`;
}
