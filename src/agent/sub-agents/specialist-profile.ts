import type { Specialist } from '../../contracts/specialists.ts';
import type { CallId } from '../../core/ids.ts';
import type { ActiveSession } from '../active-session.ts';
import { withInstructions } from '../prompt/instructions.ts';
import type { Hands } from './hands.ts';
import type { SpecialistTools } from './specialists-here.ts';
import type { SubAgentProfile } from './sub-agent.ts';

const MAX_ROUNDS = 15;
const MAX_SECONDS = { specialist: 600, worker: 1200 } as const;
/** Longest answer, in UTF-16 code units: a review has more to say than an answer. */
const MAX_ANSWER = 12_000;

interface Role {
  readonly call: CallId;
  readonly role: keyof typeof MAX_SECONDS;
  readonly reach: Pick<SpecialistTools, 'has' | 'missing'>;
  readonly hands?: Hands;
}

/**
 * A sub-agent as its file describes it. The file was read for this very call: it says how the work is done and may
 * narrow what every sub-agent may do; it grants nothing.
 */
export function specialistProfile(session: ActiveSession, specialist: Specialist, as: Role): SubAgentProfile {
  const { parts, record } = session;
  const { call, role, reach, hands } = as;
  const { reference, hash, model: own, limits, instructions, description } = specialist;
  // Without a price the cost of a model cannot be worked out, so the session's model is used.
  const model = own !== undefined && parts.priceOf(own) !== undefined ? own : record.model;
  parts.log.info('agent.specialist.asked', {
    session_id: record.id,
    call_id: call,
    specialist: reference,
    file_hash: hash,
    model,
  });
  const told = parts.redactor.redact(instructions === '' ? description : instructions);
  const seconds = Math.min(MAX_SECONDS[role], limits.maxSeconds ?? MAX_SECONDS[role]);
  return {
    system: withInstructions(systemOf(session, as), { instructions: told, preApproved: [] }),
    model,
    specs: reach.has,
    missing: reach.missing,
    limits: {
      rounds: Math.min(MAX_ROUNDS, parts.limits.maxRounds, limits.maxRounds ?? MAX_ROUNDS),
      ms: seconds * 1000,
      microUsd: limits.maxCostUsd === undefined ? undefined : Math.round(limits.maxCostUsd * 1_000_000),
    },
    mostAnswer: MAX_ANSWER,
    ...(hands === undefined ? {} : { hands }),
  };
}

function systemOf({ parts }: ActiveSession, { role, reach: { missing } }: Role): string {
  const system = parts.prompts.system(role);
  if (missing.length === 0) return system;
  return `${system}\n- Not here, whatever your file says: ${missing.join(', ')}.`;
}
