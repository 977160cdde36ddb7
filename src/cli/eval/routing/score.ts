import type { Usage } from '../../../contracts/model.ts';
import { unreachable } from '../../../core/failure.ts';
import type { Routing } from '../../../features/secretary/routing/secretary.ts';
import type { EvalRequest } from './requests.ts';

/** `no-reply`: no scorable answer came. `not-run`: the evaluation ended before. */
export type RoutingResult = 'right' | 'wrong' | 'no-reply' | 'not-run';

export interface ScoredRequest {
  readonly request: EvalRequest;
  readonly result: RoutingResult;
  /** In the form of `expected`, or why there is nothing; `choice`: some fit a little, and none was recommended. */
  readonly got: string;
  readonly usage: Usage | undefined;
}

/** Compares what a person would have been asked with what they should be. */
export function scoreRouting(request: EvalRequest, routing: Routing): ScoredRequest {
  const { usage } = routing;
  const got = actualAnswer(routing);
  if (got === undefined) return { request, result: 'no-reply', got: whyOf(routing), usage };
  return { request, result: got === request.expected ? 'right' : 'wrong', got, usage };
}

/** Undefined without a scorable answer. */
function actualAnswer(routing: Routing): string | undefined {
  switch (routing.kind) {
    case 'questions':
      return 'questions';
    case 'error':
      return routing.error.type === 'NO_MATCH' ? 'none' : undefined;
    case 'recommended':
      return recommendedOf(routing);
    case 'unusable':
    case 'fault':
      return undefined;
    default:
      return unreachable(routing);
  }
}

function recommendedOf({ recommendation }: Extract<Routing, { kind: 'recommended' }>): string {
  const [first] = recommendation.options;
  if (first?.kind === 'accept') return first.candidate.specialist.reference;
  return first?.kind === 'workflow' ? `workflow:${first.workflow}` : 'choice';
}

function whyOf(routing: Routing): string {
  if (routing.kind === 'fault') return routing.fault.kind;
  return routing.kind === 'error' ? routing.error.type : 'no judgement';
}
