import type { NamedSpecialist, Specialist } from '../../../contracts/specialists.ts';
import type { AgentMatch, MatchResult, Workflow } from './routing.ts';

/** Below it a match is not shown. */
const SHOWN = 50;
const MAX_ALTERNATIVES = 3;
const MAX_OPTIONS = 2;

export interface SpecialistCandidate<One extends NamedSpecialist = Specialist> {
  readonly specialist: One;
  readonly match: AgentMatch;
}

/** A choice of one answer. */
export type Option<One extends NamedSpecialist = Specialist> =
  | { readonly kind: 'accept'; readonly candidate: SpecialistCandidate<One> }
  | { readonly kind: 'workflow'; readonly workflow: Workflow }
  | { readonly kind: 'use'; readonly candidate: SpecialistCandidate<One> }
  | { readonly kind: 'cancel' };

/** The question to a person; nothing begins before they answer. */
export interface Recommendation<One extends NamedSpecialist = Specialist> {
  /** `specialist` and `workflow`: there is one to accept. `choice`: nothing fits well enough to be recommended. */
  readonly kind: 'specialist' | 'workflow' | 'choice';
  /** Listed in the text, best first, at most three; the one to accept is not among them. */
  readonly alternatives: readonly SpecialistCandidate<One>[];
  /** In the order in which they are shown; the last one is `cancel`. */
  readonly options: readonly Option<One>[];
}

/** @returns undefined when nothing fits */
export function recommendSpecialists(
  result: MatchResult,
  shown: readonly Specialist[],
): Recommendation | undefined {
  const known = new Map(shown.map((specialist) => [specialist.reference, specialist]));
  const candidates = result.matches.flatMap((match): readonly SpecialistCandidate[] => {
    const specialist = known.get(match.agent);
    return specialist === undefined || match.confidence < SHOWN ? [] : [{ specialist, match }];
  });
  const first = firstOption(result, candidates);
  if (first === undefined && candidates.length === 0) return undefined;
  const others = first?.kind === 'accept' ? candidates.filter((one) => one !== first.candidate) : candidates;
  const alternatives = others.slice(0, MAX_ALTERNATIVES);
  return {
    kind: first === undefined ? 'choice' : first.kind === 'accept' ? 'specialist' : 'workflow',
    alternatives,
    options: [
      ...(first === undefined ? [] : [first]),
      ...alternatives.slice(0, MAX_OPTIONS).map((candidate) => ({ kind: 'use', candidate }) as const),
      { kind: 'cancel' },
    ],
  };
}

type FirstOption = Extract<Option, { kind: 'accept' | 'workflow' }>;

/** A way of working goes before the specialists, who stay as alternatives. */
function firstOption(
  { workflow_match, recommendation }: MatchResult,
  candidates: readonly SpecialistCandidate[],
): FirstOption | undefined {
  if (workflow_match !== null) return { kind: 'workflow', workflow: workflow_match };
  const candidate = candidates.find(({ match }) => match.agent === recommendation);
  return candidate && { kind: 'accept', candidate };
}
