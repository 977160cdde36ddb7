import * as z from 'zod';
import type { NamedSpecialist, Specialist } from '../../../contracts/specialists.ts';
import type { Recommendation } from '../routing/recommend.ts';
import type { AskedRecommendation } from '../routing/recommendation-text.ts';
import {
  type Interpretation,
  type RoutingQuestion,
  WORKFLOWS,
  type Workflow,
  type WorkflowTarget,
} from '../routing/routing.ts';

/** Facts about a specialist until the person chooses. */
export interface OfferedSpecialist extends NamedSpecialist {
  /** The model that its file names, and whether this program knows it. */
  readonly model?: { readonly id: string; readonly isKnown: boolean } | undefined;
}

/** A recommendation as it waits for its answer. */
export interface RoutingOffer {
  readonly interpretation: Interpretation;
  readonly recommendation: Recommendation<OfferedSpecialist>;
  /** All that there are: any of them can be named instead. */
  readonly agents: readonly OfferedSpecialist[];
  readonly workflows: Readonly<Record<Workflow, BoundTarget>>;
}

/** `hash`: of the command file when this was offered; undefined without one. */
export interface BoundTarget extends WorkflowTarget {
  readonly hash?: string | undefined;
}

/** Questions as they wait for their answers; `poll` is the id of the message in which one can be voted on. */
export interface OpenQuestion extends RoutingQuestion {
  readonly poll: string;
}

const Questions = z.array(
  z.strictObject({ question: z.string(), options: z.array(z.string()), poll: z.string() }),
);

const Named = z.strictObject({
  reference: z.string(),
  origin: z.enum(['plugin', 'project', 'mine', 'wasap']),
  name: z.string(),
  hash: z.string(),
  model: z.strictObject({ id: z.string(), isKnown: z.boolean() }).optional(),
});

const Candidate = z.strictObject({
  specialist: Named,
  match: z.strictObject({ agent: z.string(), confidence: z.number(), reason: z.string() }),
});

const Target = z.strictObject({
  kind: z.enum(['command', 'chat']),
  name: z.string(),
  hash: z.string().optional(),
});

const StoredOffer = z.strictObject({
  interpretation: z.strictObject({
    intent: z.string(),
    context: z.string(),
    requirements: z.array(z.string()),
    keywords: z.array(z.string()),
  }),
  recommendation: z.strictObject({
    kind: z.enum(['specialist', 'workflow', 'choice']),
    alternatives: z.array(Candidate),
    options: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('accept'), candidate: Candidate }),
        z.strictObject({ kind: z.literal('use'), candidate: Candidate }),
        z.strictObject({ kind: z.literal('workflow'), workflow: z.enum(WORKFLOWS) }),
        z.strictObject({ kind: z.literal('cancel') }),
      ]),
    ),
  }),
  agents: z.array(Named),
  workflows: z.strictObject({ brainstorm: Target, implement: Target, 'create-plan': Target }),
});

/** @throws ZodError for what `serializeQuestions` did not write */
export function questionsIn(material: string): readonly OpenQuestion[] {
  return Questions.parse(JSON.parse(material));
}

/** @throws ZodError for what `serializeOffer` did not write */
export function offerIn(material: string): RoutingOffer {
  return StoredOffer.parse(JSON.parse(material));
}

export function serializeQuestions(questions: readonly OpenQuestion[]): string {
  return JSON.stringify(questions);
}

/** In the form of its row. */
export function serializeOffer(offer: RoutingOffer): string {
  return JSON.stringify(offer);
}

export interface OfferContents {
  readonly interpretation: Interpretation;
  readonly recommendation: Recommendation;
  readonly agents: readonly Specialist[];
  readonly workflows: RoutingOffer['workflows'];
}

/** Without the parts that are read again from its file after the choice. */
export function offerOf(
  { interpretation, recommendation, agents, workflows }: OfferContents,
  knowsModel: (id: string) => boolean,
): RoutingOffer {
  const slim = ({ reference, origin, name, hash, model }: Specialist): OfferedSpecialist => ({
    reference,
    origin,
    name,
    hash,
    ...(model === undefined ? {} : { model: { id: model, isKnown: knowsModel(model) } }),
  });
  const { kind, alternatives, options } = recommendation;
  return {
    interpretation,
    recommendation: {
      kind,
      alternatives: alternatives.map(({ specialist, match }) => ({ specialist: slim(specialist), match })),
      options: options.map((option) =>
        option.kind === 'accept' || option.kind === 'use'
          ? {
              kind: option.kind,
              candidate: { specialist: slim(option.candidate.specialist), match: option.candidate.match },
            }
          : option,
      ),
    },
    agents: agents.map(slim),
    workflows,
  };
}

/** In the form that was shown to the person. */
export function askedOf({
  recommendation,
  interpretation,
  workflows,
}: RoutingOffer): AskedRecommendation<OfferedSpecialist> {
  return { recommendation, interpretation, workflowName: (workflow) => `/${workflows[workflow].name}` };
}
