import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPrompts } from '../../../agent/prompt/prompt.ts';
import type { Specialist } from '../../../contracts/specialists.ts';
import type { CliHost, Installation } from '../../../contracts/sub-command.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { Failure, unreachable } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import { widthOf } from '../../../core/terminal-output.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { costOf } from '../../../models/profile.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import { delegationFailed, errorText } from '../routing/errors.ts';
import {
  type AskedRecommendation,
  anotherText,
  confirmationOf,
  readChoice,
} from '../routing/recommendation.ts';
import {
  delegationOf,
  type Interpretation,
  type WorkflowTarget,
  workflowTarget,
  workflowWords,
} from '../routing/routing.ts';
import { createSecretary, type Routing, type Secretary } from '../routing/secretary.ts';
import { readSecretaryFile } from '../secretary-file.ts';
import { installedSpecialists, isHeldBack } from '../specialists/specialists.ts';
import { type SecretaryTexts, secretaryTexts } from '../texts/texts.ts';
import { wrapText } from './list-specialists.ts';

export interface RouteOptions {
  readonly answer: readonly string[];
  readonly choose?: string;
  readonly model?: string;
  readonly json?: true;
}

/**
 * `wasap secretary route`; returns the exit code: 1 when no specialist fits the request.
 * @throws Failure without a key, or when the model gave no answer
 */
export async function routeRequest(host: CliHost, request: string, options: RouteOptions): Promise<number> {
  const { packageRoot, output, errors } = host;
  const installed = await host.installation(options.model);
  const { workspace, tools } = installed;
  const secretary = openSecretary(installed, packageRoot);
  const { preferences } = await readSecretaryFile(workspace);
  const routing = await whileAsked((signal) =>
    secretary.route({
      workspace,
      request,
      answers: options.answer.map((answer) => ({ question: '', answer })),
      preferences,
      id: randomBytes(4).toString('hex'),
      signal,
    }),
  );
  const words = texts(installed.locale);
  const { finding } = secretaryTexts(words);
  if (routing.kind === 'fault') throw routingFailure(routing.fault, finding);
  const shown = options.json
    ? JSON.stringify(routingJson(routing), null, 2)
    : wrapText(routingText(routing, options.choose, { words, tools }), widthOf(output));
  output.write(`${shown}\n`);
  errors.write(`${costLine(routing, installed, finding)}\n`);
  return routing.kind === 'recommended' || routing.kind === 'questions' ? 0 : 1;
}

/** @throws Failure `invalid` without a key */
function openSecretary(installed: Installation, packageRoot: string): Secretary {
  const { model, locale } = installed;
  const opened = model.open();
  if (opened === undefined) throw new Failure('invalid', texts(locale).failures.noKey.route);
  return createSecretary({
    model: opened,
    modelId: model.id,
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    specialists: installedSpecialists(installed, packageRoot),
  });
}

type FindingTexts = SecretaryTexts['finding'];

function routingFailure(
  fault: Extract<Routing, { kind: 'fault' }>['fault'],
  { stopped, noAnswer }: FindingTexts,
): Failure {
  return fault.kind === 'stopped'
    ? new Failure('stopped', stopped)
    : new Failure('unavailable', noAnswer(fault.kind, fault.detail));
}

function costLine(
  { usage }: Routing,
  { model: { id, price } }: Installation,
  { cost, noPrice }: FindingTexts,
): string {
  return price === undefined ? noPrice(id) : cost(formatMoney(costOf(usage, price)));
}

/** The language, and all tools that a specialist may be judged by. */
interface RoutingWording {
  readonly words: Texts;
  readonly tools: readonly AnyTool[];
}

type AnsweredRouting = Exclude<Routing, { kind: 'fault' }>;
type RecommendedRouting = Extract<Routing, { kind: 'recommended' }>;

/** Judgements and errors have the names of the specification. */
function routingJson(routing: AnsweredRouting): unknown {
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
