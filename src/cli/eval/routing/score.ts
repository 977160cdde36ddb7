import { unreachable } from '../../../base/unreachable.ts';
import type { Usage } from '../../../contracts/model.ts';
import type { Routing } from '../../../secretary/secretary.ts';
import type { EvalRequest } from './requests.ts';

/** `no-reply`: nothing to be scored came. `not-run`: the evaluation ended before. */
export type Result = 'right' | 'wrong' | 'no-reply' | 'not-run';

export interface Scored {
  readonly request: EvalRequest;
  readonly result: Result;
  /** As `expected` has it, or why there is nothing; `choice`: some fit a little, and nobody was recommended. */
  readonly got: string;
  readonly usage: Usage | undefined;
}

/** What a person would have been asked, against what they ought to be. */
export function score(request: EvalRequest, routing: Routing): Scored {
  const { usage } = routing;
  const got = gotOf(routing);
  if (got === undefined) return { request, result: 'no-reply', got: whyOf(routing), usage };
  return { request, result: got === request.expected ? 'right' : 'wrong', got, usage };
}

/** Undefined when nothing came that could be judged. */
function gotOf(routing: Routing): string | undefined {
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
