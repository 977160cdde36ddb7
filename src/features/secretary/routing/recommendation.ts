import type { NamedSpecialist, Specialist, SpecialistOrigin } from '../../../contracts/specialists.ts';
import { unreachable } from '../../../core/failure.ts';
import { oneLine, withoutMarks } from '../../../core/text.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { secretaryTexts } from '../texts/texts.ts';
import type { AgentMatch, Interpretation, MatchResult, Workflow } from './routing.ts';

/** Below it a match is not shown. */
const MIN_CONFIDENCE_SHOWN = 50;
const MAX_ALTERNATIVES = 3;
const MAX_OPTIONS = 2;

export interface SpecialistCandidate<One extends NamedSpecialist = Specialist> {
  readonly specialist: One;
  readonly match: AgentMatch;
}

/** A choice of one answer. */
type Option<One extends NamedSpecialist = Specialist> =
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
    return specialist === undefined || match.confidence < MIN_CONFIDENCE_SHOWN ? [] : [{ specialist, match }];
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

/** A way of working goes before the specialists, who stay as alternatives. */
function firstOption(
  { workflow_match, recommendation }: MatchResult,
  candidates: readonly SpecialistCandidate[],
): Extract<Option, { kind: 'accept' | 'workflow' }> | undefined {
  if (workflow_match !== null) return { kind: 'workflow', workflow: workflow_match };
  const candidate = candidates.find(({ match }) => match.agent === recommendation);
  return candidate && { kind: 'accept', candidate };
}

/** Longest description of an option: one line of a phone. */
const MAX_INTENT_LENGTH = 80;

interface Confirmation {
  /** The interpretation, what fits and why, and the alternatives. */
  readonly text: string;
  readonly question: string;
  readonly header: string;
  /** In the order of the recommendation's options. */
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: false;
}

export interface AskedRecommendation<One extends NamedSpecialist = Specialist> {
  readonly recommendation: Recommendation<One>;
  readonly interpretation: Interpretation;
  /** The command of a way of working, as it would be typed. */
  readonly workflowName: (workflow: Workflow) => string;
}

type AnyAsked = AskedRecommendation<NamedSpecialist>;

/** The question before anything begins. The names are those of the secretary's specification. */
export function confirmationOf(asked: AnyAsked, words: Texts): Confirmation {
  const { recommendation } = asked;
  return {
    text: [
      secretaryTexts(words).finding.understood(escapeHidden(asked.interpretation.intent)),
      ...recommendedLines(asked, words),
      ...recommendation.alternatives.map((candidate) =>
        secretaryTexts(words).finding.alternative(candidateFacts(candidate, words)),
      ),
    ].join('\n'),
    question: questionOf(asked, words),
    header: secretaryTexts(words).finding.header,
    options: recommendation.options.map((option) => ({
      label: labelOf(option, asked, words),
      description: descriptionOf(option, asked, words),
    })),
    multiSelect: false,
  };
}

/** A label in both languages: the person who answers may have read the other one. */
function labelsOf(option: Option<NamedSpecialist>, asked: AnyAsked): readonly string[] {
  return [labelOf(option, asked, texts('en')), labelOf(option, asked, texts('es'))];
}

function recommendedLines({ recommendation, workflowName }: AnyAsked, words: Texts): readonly string[] {
  const [first] = recommendation.options;
  if (first?.kind === 'accept')
    return [secretaryTexts(words).finding.best(candidateFacts(first.candidate, words))];
  if (first?.kind !== 'workflow') return [secretaryTexts(words).finding.noBest];
  return [secretaryTexts(words).finding.workflow[first.workflow](escapeHidden(workflowName(first.workflow)))];
}

function candidateFacts(
  { specialist, match }: SpecialistCandidate<NamedSpecialist>,
  texts: Texts,
): { readonly agent: string; readonly percent: string; readonly origin: string; readonly reason: string } {
  const secretary = secretaryTexts(texts).finding;
  return {
    agent: specialist.reference,
    percent: String(match.confidence),
    origin: secretary.origin[specialist.origin],
    reason: escapeHidden(match.reason),
  };
}

function questionOf(asked: AnyAsked, texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  const [first] = asked.recommendation.options;
  if (first?.kind === 'accept') {
    const { specialist, match } = first.candidate;
    return secretary.confirm(nameOf(specialist, asked), String(match.confidence));
  }
  if (first?.kind === 'workflow') {
    return secretary.confirmWorkflow(escapeHidden(asked.workflowName(first.workflow)));
  }
  return secretary.choose;
}

function labelOf(option: Option<NamedSpecialist>, asked: AnyAsked, texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  switch (option.kind) {
    case 'accept':
      return secretary.accept(nameOf(option.candidate.specialist, asked));
    case 'workflow':
      return secretary.accept(escapeHidden(asked.workflowName(option.workflow)));
    case 'use':
      return secretary.use(nameOf(option.candidate.specialist, asked));
    case 'cancel':
      return secretary.cancel;
    default:
      return unreachable(option);
  }
}

function descriptionOf(option: Option<NamedSpecialist>, { interpretation }: AnyAsked, texts: Texts): string {
  const secretary = secretaryTexts(texts).finding;
  switch (option.kind) {
    case 'accept':
    case 'workflow':
      return secretary.bestFor(escapeHidden(oneLine(interpretation.intent, MAX_INTENT_LENGTH)));
    case 'use':
      return secretary.alternativeMatch(String(option.candidate.match.confidence));
    case 'cancel':
      return secretary.abort;
    default:
      return unreachable(option);
  }
}

/** This many are named; a project may bring hundreds. */
const MAX_NAMED = 8;
const ORDER: Readonly<Record<SpecialistOrigin, number>> = { mine: 0, wasap: 1, project: 2, plugin: 3 };

/** How the person chooses another one, with names to choose from: few people know them all by heart. */
export function anotherText(
  { options }: Recommendation<NamedSpecialist>,
  agents: readonly NamedSpecialist[],
  texts: Texts,
): string {
  const secretary = secretaryTexts(texts).finding;
  const offered = options.flatMap((option) =>
    option.kind === 'accept' || option.kind === 'use' ? [option.candidate.specialist.reference] : [],
  );
  const others = agents
    .filter(({ reference }) => !offered.includes(reference))
    .toSorted((a, b) => ORDER[a.origin] - ORDER[b.origin]);
  const names = others.slice(0, MAX_NAMED).map(({ name, reference }) => {
    const isAlone = agents.filter((one) => one.name === name).length === 1;
    return isAlone ? name : reference;
  });
  return secretary.another([...names, ...(others.length > MAX_NAMED ? ['…'] : [])].join(', '));
}

/** The name alone, unless another choice has the same name. */
function nameOf({ name, reference }: NamedSpecialist, { recommendation }: AnyAsked): string {
  const offered = recommendation.options.flatMap((option) =>
    option.kind === 'accept' || option.kind === 'use' ? [option.candidate.specialist] : [],
  );
  return offered.filter((other) => other.name === name).length > 1 ? reference : name;
}

export type RoutingChoice<One extends NamedSpecialist = Specialist> =
  | { readonly kind: 'delegate'; readonly specialist: One }
  | { readonly kind: 'workflow'; readonly workflow: Workflow }
  | { readonly kind: 'cancel' }
  /** Several have this name; these are their references. */
  | { readonly kind: 'ambiguous'; readonly references: readonly string[] }
  /**
   * A word that is no specialist's name; with `isSure` written like a name: `use x`, or with a hyphen or a colon.
   */
  | { readonly kind: 'unknown'; readonly name: string; readonly isSure: boolean }
  /** Something else. */
  | { readonly kind: 'unread' };

const YES = /^(?:accept|aceptar|acepto|yes|si|ok|okay|vale|dale)$/;
const NO = /^(?:cancel|cancelar|cancela|no)$/;
const USE = /^(?:use|usar|usa|accept|aceptar|acepto)\s+/;
const REFERENCE = /^(?:[a-z0-9][a-z0-9._-]{0,63}:)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * A person's answer: an option by its words in either language, by its number, or the name of any specialist. An
 * ambiguous name leads to another question: nothing is guessed.
 */
export function readChoice<One extends NamedSpecialist = Specialist>(
  text: string,
  asked: AskedRecommendation<One>,
  agents: readonly One[],
): RoutingChoice<One> {
  const said = normalizeWords(text);
  const { options } = asked.recommendation;
  const labelled = options.find((option) =>
    labelsOf(option, asked).some((label) => normalizeWords(label) === said),
  );
  const option = labelled ?? options[Number(/^[1-9]$/.exec(said)?.[0] ?? Number.NaN) - 1];
  if (option !== undefined) return choiceOf(option);
  if (NO.test(said)) return { kind: 'cancel' };
  const [first] = options;
  if (YES.test(said))
    return first === undefined || first.kind === 'use' ? { kind: 'unread' } : choiceOf(first);
  const name = said.replace(USE, '');
  return choiceByName({ name, isSure: name !== said || /[-:]/.test(name) }, agents);
}

function choiceOf<One extends NamedSpecialist>(option: Option<One>): RoutingChoice<One> {
  switch (option.kind) {
    case 'accept':
    case 'use':
      return { kind: 'delegate', specialist: option.candidate.specialist };
    case 'workflow':
    case 'cancel':
      return option;
  }
}

interface NamedChoice {
  /** In small letters. */
  readonly name: string;
  readonly isSure: boolean;
}

function choiceByName<One extends NamedSpecialist>(
  { name, isSure }: NamedChoice,
  agents: readonly One[],
): RoutingChoice<One> {
  if (!REFERENCE.test(name)) return { kind: 'unread' };
  const meant = agents.filter((agent) => agent.reference.toLowerCase() === name || agent.name === name);
  const [specialist] = meant;
  if (specialist === undefined) return { kind: 'unknown', name, isSure };
  return meant.length === 1
    ? { kind: 'delegate', specialist }
    : { kind: 'ambiguous', references: meant.map(({ reference }) => reference) };
}

function normalizeWords(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();
}
