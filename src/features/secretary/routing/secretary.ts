import type { Prompts } from '../../../agent/prompt/prompt.ts';
import type { Model, ModelFault, Usage } from '../../../contracts/model.ts';
import type {
  SecretaryPreferences,
  SkippedFile,
  Specialist,
  Specialists,
} from '../../../contracts/specialists.ts';
import { askStructured, type StructuredAnswer } from '../../../models/ask-structured.ts';
import { sumOfUsage } from '../../../models/price.ts';
import { NO_AGENTS, NO_MATCH, type NoAgentsError, type NoMatchResult } from './errors.ts';
import { asWritten, InterpretationReply, type Interpreted, interpreted, interpretText } from './interpret.ts';
import { preFilter } from './keywords.ts';
import { MatchReply, matchResult, matchText } from './match.ts';
import { type Recommendation, recommend } from './recommend.ts';
import type { Answer, Interpretation, MatchResult, Question } from './routing.ts';

export interface SecretaryParts {
  readonly model: Model;
  /** Id of the model that is asked. */
  readonly modelId: string;
  readonly prompts: Prompts;
  readonly specialists: Specialists;
}

export interface RoutingRequest {
  /** Canonical path. */
  readonly workspace: string;
  /** The person's text. */
  readonly request: string;
  /** Their answers to earlier questions; empty the first time. */
  readonly answers: readonly Answer[];
  readonly preferences: SecretaryPreferences;
  /** Stable name of this routing, for telemetry and recordings. */
  readonly id: string;
  readonly signal: AbortSignal;
}

/** The result for a request; nothing has begun. */
export type Routing = Routed & {
  /** Usage of all requests to the model. */
  readonly usage: Usage;
  /** Agent files that were passed over. */
  readonly skipped: readonly SkippedFile[];
};

type RoutedAnswer = Routed & Pick<Routing, 'usage'>;

type Routed =
  /** To be asked, at most three, before anybody is recommended. */
  | { readonly kind: 'questions'; readonly questions: readonly Question[] }
  | {
      readonly kind: 'recommended';
      readonly interpretation: Interpretation;
      readonly result: MatchResult;
      readonly recommendation: Recommendation;
      /** All that there are: any of them can be named instead. */
      readonly agents: readonly Specialist[];
    }
  | { readonly kind: 'error'; readonly error: NoAgentsError | NoMatchResult }
  /** The model answered with something else than a judgement; `detail` is for a log. */
  | { readonly kind: 'unusable'; readonly detail: string }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

export interface Secretary {
  /** Finds who fits: what there is, what is meant, who that is for. Never throws for the model or the disk; begins nothing. */
  route(request: RoutingRequest): Promise<Routing>;
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export function createSecretary(parts: SecretaryParts): Secretary {
  return {
    async route(request) {
      const { found, skipped } = await parts.specialists(request.workspace);
      return { ...(await answer(request, found, parts)), skipped };
    },
  };
}

async function answer(
  request: RoutingRequest,
  found: readonly Specialist[],
  parts: SecretaryParts,
): Promise<RoutedAnswer> {
  if (found.length === 0) return { kind: 'error', error: NO_AGENTS, usage: NO_USAGE };
  const read = await interpret(request, found, parts);
  if (read.kind !== 'clear') return read;
  const routed = await match({ ...request, interpretation: read.interpretation }, found, parts);
  return { ...routed, usage: sumOfUsage(read.usage, routed.usage) };
}

type InterpretedRequest =
  | (Extract<Interpreted, { kind: 'clear' }> & { readonly usage: Usage })
  | Extract<RoutedAnswer, { kind: 'questions' | 'fault' }>;

async function interpret(
  { request, answers, id, signal }: RoutingRequest,
  agents: readonly Specialist[],
  { model, modelId, prompts }: SecretaryParts,
): Promise<InterpretedRequest> {
  const answer = await askStructured(model, {
    model: modelId,
    system: prompts.system('interpret'),
    text: interpretText(request, answers, agents),
    shape: InterpretationReply,
    sessionId: `secretary/${id}`,
    signal,
  });
  switch (answer.kind) {
    case 'fault':
      return { ...answer, usage: NO_USAGE };
    case 'unusable':
      // A request can be matched by its own words; that is better than nothing.
      return { kind: 'clear', interpretation: asWritten(request, answers), usage: answer.usage };
    case 'answer': {
      const read = interpreted(answer.value, request, answers.length > 0);
      return read.kind === 'clear'
        ? { ...read, usage: answer.usage }
        : { kind: 'questions', questions: read.questions, usage: answer.usage };
    }
  }
}

interface Understood extends RoutingRequest {
  readonly interpretation: Interpretation;
}

async function match(
  { request, interpretation, preferences, id, signal }: Understood,
  agents: readonly Specialist[],
  { model, modelId, prompts }: SecretaryParts,
): Promise<RoutedAnswer> {
  const wanted = [request, interpretation.intent, ...interpretation.keywords].join(' ');
  const shown = preFilter(agents, wanted);
  const answer: StructuredAnswer<MatchReply> = await askStructured(model, {
    model: modelId,
    system: prompts.system('match'),
    text: matchText(request, interpretation, shown),
    shape: MatchReply,
    sessionId: `secretary/${id}`,
    signal,
  });
  if (answer.kind === 'fault') return { ...answer, usage: NO_USAGE };
  if (answer.kind === 'unusable') return answer;
  const { usage } = answer;
  const result = matchResult(answer.value, shown, preferences);
  const recommendation = recommend(result, shown);
  return recommendation === undefined
    ? { kind: 'error', error: NO_MATCH, usage }
    : { kind: 'recommended', interpretation, result, recommendation, agents, usage };
}
