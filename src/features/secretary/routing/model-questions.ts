import * as z from 'zod';
import type { Specialist, SpecialistOrigin } from '../../../contracts/specialists.ts';
import { oneLine, shorten } from '../../../core/text.ts';
import { dataLines, escapeHidden } from '../../../policy/display.ts';
import type { SecretaryPreferences } from '../secretary-file.ts';
import {
  type AgentMatch,
  type AnsweredQuestion,
  type Interpretation,
  type MatchResult,
  type RoutingQuestion,
  WORKFLOWS,
} from './routing.ts';

const MAX_INTENT_LENGTH = 500;
const MAX_CONTEXT_LENGTH = 1500;
const MAX_LINE_LENGTH = 300;
/** A button of a poll. */
const MAX_OPTION_LENGTH = 80;
const MAX_REQUIREMENTS = 10;
const MAX_KEYWORDS = 12;
const MAX_QUESTIONS = 3;
const MAX_OPTIONS = 4;

/** How many descriptions show the model in which words, and which language, specialists describe themselves. */
const MAX_SAMPLES = 8;
const MAX_SAMPLE_LENGTH = 160;
/** Longest request, in UTF-16 code units: longer text is not a request but a file. */
export const MAX_REQUEST_LENGTH = 8000;

export const InterpretationReply = z.object({
  intent: z.string(),
  context: z.string(),
  requirements: z.array(z.string()),
  keywords: z.array(z.string()),
  questions: z.array(z.object({ question: z.string(), options: z.array(z.string()) })),
});
export type InterpretationReply = z.infer<typeof InterpretationReply>;

/** The question to the model. */
export function interpretText(
  request: string,
  answers: readonly AnsweredQuestion[],
  agents: readonly Specialist[],
): string {
  const added = answers.map(({ question, answer }) =>
    dataLines(question === '' ? answer : `${question}\n${answer}`),
  );
  return [
    'Interpret this request:',
    dataLines(shorten(request, MAX_REQUEST_LENGTH)),
    ...(added.length === 0 ? [] : ['', 'The person was asked, or added:', ...added]),
    '',
    'Some descriptions of specialists, for their language and their words:',
    ...samplesOf(agents).map(
      ({ description }) => `> ${escapeHidden(oneLine(description, MAX_SAMPLE_LENGTH))}`,
    ),
  ].join('\n');
}

/** Chosen evenly from all, so that no single plugin dominates. */
function samplesOf(agents: readonly Specialist[]): readonly Specialist[] {
  const step = Math.max(1, agents.length / MAX_SAMPLES);
  return agents
    .filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    .slice(0, MAX_SAMPLES);
}

export type InterpretationResult =
  | { readonly kind: 'clear'; readonly interpretation: Interpretation }
  /** At most three. */
  | {
      readonly kind: 'unclear';
      readonly questions: readonly RoutingQuestion[];
      readonly interpretation: Interpretation;
    };

/** @param hasAnswers the person was asked before: then nothing more is asked, and the best reading counts */
export function checkInterpretation(
  reply: InterpretationReply,
  request: string,
  hasAnswers: boolean,
): InterpretationResult {
  const interpretation: Interpretation = {
    intent: oneLine(reply.intent, MAX_INTENT_LENGTH) || oneLine(request, MAX_INTENT_LENGTH),
    context: shorten(reply.context.trim(), MAX_CONTEXT_LENGTH),
    requirements: shortLines(reply.requirements, MAX_REQUIREMENTS),
    keywords: shortLines(reply.keywords, MAX_KEYWORDS),
  };
  const questions = reply.questions
    .map(({ question, options }) => ({
      question: oneLine(question, MAX_LINE_LENGTH),
      options: [
        ...new Set(options.map((option) => oneLine(option, MAX_OPTION_LENGTH)).filter(Boolean)),
      ].slice(0, MAX_OPTIONS),
    }))
    .filter(({ question }) => question !== '')
    .slice(0, MAX_QUESTIONS);
  return hasAnswers || questions.length === 0
    ? { kind: 'clear', interpretation }
    : { kind: 'unclear', questions, interpretation };
}

/** The reading of a request that no model interpreted: its own words. */
export function asWritten(request: string, answers: readonly AnsweredQuestion[]): Interpretation {
  return {
    intent: oneLine(request, MAX_INTENT_LENGTH),
    context: shorten(answers.map(({ answer }) => answer.trim()).join('\n'), MAX_CONTEXT_LENGTH),
    requirements: [],
    keywords: [],
  };
}

function shortLines(texts: readonly string[], most: number): readonly string[] {
  return texts
    .map((text) => oneLine(text, MAX_LINE_LENGTH))
    .filter(Boolean)
    .slice(0, most);
}

/** Above it a match is recommended. */
const STRONG = 70;
const MAX_DESCRIPTION_LENGTH = 600;
const MAX_REASON_LENGTH = 240;

export const MatchReply = z.object({
  matches: z.array(z.object({ agent: z.string(), confidence: z.number(), reason: z.string() })),
  workflow: z.enum(WORKFLOWS).nullable(),
});
export type MatchReply = z.infer<typeof MatchReply>;

/**
 * The question to the model. Each specialist is one line of JSON, so that no description can pass for another entry.
 */
export function matchText(
  request: string,
  { intent, context, requirements }: Interpretation,
  agents: readonly Specialist[],
): string {
  const understood = [intent, context, ...requirements.map((line) => `- ${line}`)].filter(Boolean);
  return [
    'Route this request:',
    dataLines(shorten(request, MAX_REQUEST_LENGTH)),
    '',
    'What it was understood as:',
    dataLines(understood.join('\n')),
    '',
    `Specialists (${agents.length}), one a line:`,
    ...agents.map(({ reference, description }) =>
      JSON.stringify({
        agent: reference,
        description: escapeHidden(oneLine(description, MAX_DESCRIPTION_LENGTH)),
      }),
    ),
  ].join('\n');
}

/**
 * The valid part of a reply: only specialists that were shown, each once, best first. Of two that fit equally well
 * the preferred one comes first, then the person's own or shipped ones, then by reference.
 */
export function matchResult(
  { matches, workflow }: MatchReply,
  shown: readonly Specialist[],
  { preferredReviewAgents }: SecretaryPreferences,
): MatchResult {
  const known = new Map(shown.map((agent) => [agent.reference, agent]));
  const best = new Map<string, AgentMatch>();
  for (const { agent, confidence, reason } of matches) {
    const match = { agent, confidence: percentOf(confidence), reason: oneLine(reason, MAX_REASON_LENGTH) };
    if (known.has(agent) && match.confidence > (best.get(agent)?.confidence ?? -1)) best.set(agent, match);
  }
  const rankOf = (reference: string): number => {
    const { name = '', origin = 'project' } = known.get(reference) ?? {};
    const preferred = preferredReviewAgents.findIndex((one) => one === reference || one === name);
    return preferred === -1 ? preferredReviewAgents.length + FOREIGN[origin] : preferred;
  };
  const ranked = [...best.values()].toSorted(
    (a, b) =>
      b.confidence - a.confidence || rankOf(a.agent) - rankOf(b.agent) || (a.agent < b.agent ? -1 : 1),
  );
  const [top] = ranked;
  return {
    matches: ranked,
    recommendation: top !== undefined && top.confidence > STRONG ? top.agent : null,
    workflow_match: workflow,
  };
}

/** 1 when others may have written it. */
const FOREIGN: Readonly<Record<SpecialistOrigin, 0 | 1>> = { mine: 0, wasap: 0, project: 1, plugin: 1 };

function percentOf(confidence: number): number {
  return Math.round(Math.min(100, Math.max(0, confidence)));
}
