import type { Prompts } from '../../../agent/prompt/prompt.ts';
import type { Model, ModelFault, Usage } from '../../../contracts/model.ts';
import type { SkippedSpecialistFile, Specialist, Specialists } from '../../../contracts/specialists.ts';
import { withoutMarks } from '../../../core/text.ts';
import { askStructured, type StructuredAnswer } from '../../../models/ask-structured.ts';
import { sumOfUsage } from '../../../models/profile.ts';
import type { SecretaryPreferences } from '../secretary-file.ts';
import { NO_AGENTS, NO_MATCH, type NoAgentsError, type NoMatchResult } from './errors.ts';
import {
  asWritten,
  checkInterpretation,
  InterpretationReply,
  type InterpretationResult,
  interpretText,
  MatchReply,
  matchResult,
  matchText,
} from './model-questions.ts';
import { type Recommendation, recommendSpecialists } from './recommendation.ts';
import type { AnsweredQuestion, Interpretation, MatchResult, RoutingQuestion } from './routing.ts';

interface SecretaryParts {
  readonly model: Model;
  /** Id of the model that is asked. */
  readonly modelId: string;
  readonly prompts: Prompts;
  readonly specialists: Specialists;
}

interface RoutingRequest {
  /** Canonical path. */
  readonly workspace: string;
  /** The person's text. */
  readonly request: string;
  /** Their answers to earlier questions; empty the first time. */
  readonly answers: readonly AnsweredQuestion[];
  readonly preferences: SecretaryPreferences;
  /** Stable name of this routing, for telemetry and recordings. */
  readonly id: string;
  readonly signal: AbortSignal;
}

/** The result for a request; nothing has begun. */
export type Routing = RoutingOutcome & {
  /** Usage of all requests to the model. */
  readonly usage: Usage;
  /** Agent files that were skipped. */
  readonly skipped: readonly SkippedSpecialistFile[];
};

type RoutedAnswer = RoutingOutcome & Pick<Routing, 'usage'>;

type RoutingOutcome =
  /** Questions to ask, at most three, before a specialist is recommended. */
  | { readonly kind: 'questions'; readonly questions: readonly RoutingQuestion[] }
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
  /**
   * Finds the specialist that fits: lists them, interprets the request, and matches it. Never throws because of the
   * model or the disk; begins nothing.
   */
  route(request: RoutingRequest): Promise<Routing>;
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export function createSecretary(parts: SecretaryParts): Secretary {
  return {
    async route(request) {
      const { found, skipped } = await parts.specialists(request.workspace);
      return { ...(await routeRequest(request, found, parts)), skipped };
    },
  };
}

async function routeRequest(
  request: RoutingRequest,
  found: readonly Specialist[],
  parts: SecretaryParts,
): Promise<RoutedAnswer> {
  if (found.length === 0) return { kind: 'error', error: NO_AGENTS, usage: NO_USAGE };
  const read = await interpretRequest(request, found, parts);
  if (read.kind !== 'clear') return read;
  const routed = await matchSpecialists({ ...request, interpretation: read.interpretation }, found, parts);
  return { ...routed, usage: sumOfUsage(read.usage, routed.usage) };
}

type InterpretedRequest =
  | (Extract<InterpretationResult, { kind: 'clear' }> & { readonly usage: Usage })
  | Extract<RoutedAnswer, { kind: 'questions' | 'fault' }>;

async function interpretRequest(
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
      const read = checkInterpretation(answer.value, request, answers.length > 0);
      return read.kind === 'clear'
        ? { ...read, usage: answer.usage }
        : { kind: 'questions', questions: read.questions, usage: answer.usage };
    }
  }
}

async function matchSpecialists(
  { request, interpretation, preferences, id, signal }: RoutingRequest & { interpretation: Interpretation },
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
  const recommendation = recommendSpecialists(result, shown);
  return recommendation === undefined
    ? { kind: 'error', error: NO_MATCH, usage }
    : { kind: 'recommended', interpretation, result, recommendation, agents, usage };
}

/** Up to this many are all shown to the model; of more, those whose descriptions share most words with the request. */
const MAX_WITHOUT_FILTER = 20;
const MAX_WITH_FILTER = 10;

/** Words that say nothing about what is wanted, as `distinctWords` writes them. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could do does for from had has have how i if in into is it its just ' +
    'me my need no not of on one or our please should so some that the their them then there these they this those ' +
    'to us want was we were what when where which who will with would you your ' +
    'al algo como con cual cuando de del el ella en era es esa ese eso esta este esto estan estos estas favor fue ha ' +
    'hay la las le lo los mas me mi mis muy necesito no nos o para pero por porfa que quiero se ser si sin su sus te ' +
    'tu un una unas uno unos y ya'
  ).split(' '),
);

/** The different words of a text, in small letters without accents, without those that say nothing. */
export function distinctWords(text: string): ReadonlySet<string> {
  const plain = withoutMarks(text).toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)));
}

/**
 * The specialists for the model. Only counts words, which is coarse on purpose: the model judges the meaning of a
 * description. More than twenty are ranked by the words of `wanted` in their description, ties by reference.
 */
export function preFilter(agents: readonly Specialist[], wanted: string): readonly Specialist[] {
  if (agents.length <= MAX_WITHOUT_FILTER) return agents;
  const words = [...distinctWords(wanted)];
  return agents
    .map((agent) => {
      const held = distinctWords(agent.description);
      return { agent, count: words.filter((word) => held.has(word)).length };
    })
    .toSorted((a, b) => b.count - a.count || (a.agent.reference < b.agent.reference ? -1 : 1))
    .slice(0, MAX_WITH_FILTER)
    .map(({ agent }) => agent);
}
