import type { NamedSpecialist, Specialist, SpecialistOrigin } from '../../../contracts/specialists.ts';
import { unreachable } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { secretaryTexts } from '../texts/texts.ts';
import type { Option, Recommendation, SpecialistCandidate } from './recommend.ts';
import type { Interpretation, Workflow } from './routing.ts';

/** Longest description of an option: one line of a phone. */
const MAX_INTENT_LENGTH = 80;

export interface Confirmation {
  /** The interpretation, what fits and why, and the alternatives. */
  readonly text: string;
  readonly question: string;
  readonly header: string;
  /** In the order of the recommendation's options. */
  readonly options: readonly LabelledOption[];
  readonly multiSelect: false;
}

export interface LabelledOption {
  readonly label: string;
  readonly description: string;
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
export function labelsOf(option: Option<NamedSpecialist>, asked: AnyAsked): readonly string[] {
  return [labelOf(option, asked, texts('en')), labelOf(option, asked, texts('es'))];
}

function recommendedLines({ recommendation, workflowName }: AnyAsked, words: Texts): readonly string[] {
  const [first] = recommendation.options;
  if (first?.kind === 'accept')
    return [secretaryTexts(words).finding.best(candidateFacts(first.candidate, words))];
  if (first?.kind !== 'workflow') return [secretaryTexts(words).finding.noBest];
  return [secretaryTexts(words).finding.workflow[first.workflow](escapeHidden(workflowName(first.workflow)))];
}

interface CandidateFacts {
  readonly agent: string;
  readonly percent: string;
  readonly origin: string;
  readonly reason: string;
}

function candidateFacts(
  { specialist, match }: SpecialistCandidate<NamedSpecialist>,
  texts: Texts,
): CandidateFacts {
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
