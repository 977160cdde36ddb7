import type { Specialist } from '../../../contracts/specialists.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { unreachable } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import { delegationOf, workflowWords } from '../routing/delegation.ts';
import { delegationFailed, errorText } from '../routing/errors.ts';
import { readChoice } from '../routing/read-choice.ts';
import { type AskedRecommendation, anotherText, confirmationOf } from '../routing/recommendation-text.ts';
import { type Interpretation, type WorkflowTarget, workflowTarget } from '../routing/routing.ts';
import type { Routing } from '../routing/secretary.ts';
import { isHeldBack } from '../specialists/specialists.ts';
import { secretaryTexts } from '../texts/texts.ts';

/** The language, and all tools that a specialist may be judged by. */
export interface RoutingWording {
  readonly words: Texts;
  readonly tools: readonly AnyTool[];
}

type AnsweredRouting = Exclude<Routing, { kind: 'fault' }>;
type RecommendedRouting = Extract<Routing, { kind: 'recommended' }>;

/** Judgements and errors have the names of the specification. */
export function routingJson(routing: AnsweredRouting): unknown {
  switch (routing.kind) {
    case 'recommended':
      return routing.result;
    case 'questions':
      return { questions: routing.questions };
    case 'error':
      return routing.error;
    case 'unusable':
      return { type: 'UNUSABLE', message: routing.detail } satisfies JsonObject;
    default:
      return unreachable(routing);
  }
}

/** @param choice the person's answer to the recommendation; undefined when there is none yet */
export function routingText(
  routing: AnsweredRouting,
  choice: string | undefined,
  wording: RoutingWording,
): string {
  const { words } = wording;
  switch (routing.kind) {
    case 'recommended':
      return choice === undefined ? confirmationText(routing, words) : answerText(routing, choice, wording);
    case 'questions':
      return [
        secretaryTexts(words).finding.questions,
        ...routing.questions.flatMap(({ question, options }, at) => [
          `${at + 1}. ${escapeHidden(question)}`,
          ...options.map((option) => `   - ${escapeHidden(option)}`),
        ]),
      ].join('\n');
    case 'error':
      return errorText(routing.error, words);
    case 'unusable':
      return secretaryTexts(words).finding.unusable;
    default:
      return unreachable(routing);
  }
}

function confirmationText(routing: RecommendedRouting, words: Texts): string {
  const { text, question, options } = confirmationOf(askedOf(routing), words);
  return [
    text,
    '',
    question,
    ...options.map(({ label, description }, at) => `${at + 1}. ${label}: ${description}`),
    anotherText(routing.recommendation, routing.agents, words),
  ].join('\n');
}

function askedOf({ recommendation, interpretation }: RecommendedRouting): AskedRecommendation {
  return { recommendation, interpretation, workflowName: (workflow) => nameOf(workflowTarget(workflow, [])) };
}

function nameOf({ name }: WorkflowTarget): string {
  return `/${name}`;
}

/** What would begin. */
function answerText(routing: RecommendedRouting, choice: string, wording: RoutingWording): string {
  const { words } = wording;
  const chosen = readChoice(choice, askedOf(routing), routing.agents);
  switch (chosen.kind) {
    case 'delegate':
      return delegationText(chosen.specialist, routing.interpretation, wording);
    case 'workflow':
      return `${nameOf(workflowTarget(chosen.workflow, []))} ${escapeHiddenInLines(workflowWords(routing.interpretation))}`;
    case 'cancel':
      return secretaryTexts(words).finding.cancelled;
    case 'ambiguous':
      return secretaryTexts(words).finding.ambiguous(chosen.references.join(', '));
    case 'unknown':
      return errorText(delegationFailed(chosen.name, secretaryTexts(words).finding.notThere), words);
    case 'unread':
      return secretaryTexts(words).finding.unread;
    default:
      return unreachable(chosen);
  }
}

function delegationText(
  specialist: Specialist,
  interpretation: Interpretation,
  { words, tools }: RoutingWording,
): string {
  const { agent, prompt } = delegationOf(specialist, interpretation);
  const { grants } = specialist;
  const secretary = secretaryTexts(words).finding;
  const named = grants === undefined ? secretary.allTools : grants.tools.join(', ') || secretary.noTools;
  return [
    agent,
    `${secretary.tools}: ${named}`,
    ...(isHeldBack(specialist, tools) ? [secretary.untilAccepted(agent)] : []),
    '',
    escapeHiddenInLines(prompt),
  ].join('\n');
}
