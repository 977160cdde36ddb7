import * as z from 'zod';
import type { NamedSpecialist, Specialist } from '../../contracts/specialists.ts';
import { id, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { AskedRecommendation, Recommendation } from './routing/recommendation.ts';
import {
  type Interpretation,
  type RoutingQuestion,
  WORKFLOWS,
  type Workflow,
  type WorkflowTarget,
} from './routing/routing.ts';
import type { RoutingAnswer, RoutingStore } from './routings.ts';

const Row = z.object({
  seq: z.int(),
  conversation: id<'conversation'>(),
  locale: z.enum(['en', 'es']),
  requester: z.string(),
  workspace: z.string(),
  request: z.string(),
  inboxSeqs: ownJson<readonly number[]>(),
  answers: ownJson<readonly RoutingAnswer[]>(),
  state: z.enum(['wanted', 'asked', 'offered', 'accepted', 'cancelled', 'replaced', 'failed', 'passed']),
  material: z.string(),
  messageId: z.string(),
  atMs: z.int(),
});

const SELECT = `SELECT seq, conversation, locale, requester, workspace, request, inbox_seqs AS inboxSeqs, answers, state, material,
  message_id AS messageId, at_ms AS atMs FROM routings`;
const IS_OPEN = `state IN ('wanted', 'asked', 'offered')`;

export function createRoutingStore(database: Database): RoutingStore {
  const replace = database.write(`
    UPDATE routings SET state = 'replaced'
    WHERE conversation = @conversation AND requester = @requester AND ${IS_OPEN}`);
  const add = database.write(`
    INSERT INTO routings (instance, conversation, locale, requester, workspace, request, inbox_seqs, answers, state,
      material, message_id, at_ms)
    VALUES (@instance, @conversation, @locale, @requester, @workspace, @request, @inboxSeqs, '[]', 'wanted', '',
      @messageId, @atMs)`);
  const addMessage = database.write(
    'INSERT OR IGNORE INTO routing_messages (conversation, message_id, routing) VALUES (@conversation, @messageId, @seq)',
  );
  const one = database.read(`${SELECT} WHERE seq = @seq`, Row);
  const ofMessage = database.read(
    `${SELECT} WHERE seq = (
       SELECT routing FROM routing_messages WHERE conversation = @conversation AND message_id = @messageId)`,
    Row,
  );
  const open = database.read(
    `${SELECT} WHERE conversation = @conversation AND requester = @requester AND ${IS_OPEN}
     ORDER BY seq DESC LIMIT 1`,
    Row,
  );
  const unfinished = database.read(
    `${SELECT} WHERE instance = @instance AND state = 'wanted' ORDER BY seq`,
    Row,
  );
  const ask = database.write(
    "UPDATE routings SET state = @state, material = @material, at_ms = @atMs WHERE seq = @seq AND state = 'wanted'",
  );
  const note = database.write("UPDATE routings SET answers = @answers WHERE seq = @seq AND state = 'asked'");
  const again = database.write(`
    UPDATE routings SET answers = @answers, state = 'wanted', message_id = @messageId, instance = @instance, at_ms = @atMs
    WHERE seq = @seq AND state = 'asked'`);
  const end = database.write(`UPDATE routings SET state = @as WHERE seq = @seq AND ${IS_OPEN}`);
  const removeOld = database.write(`
    DELETE FROM routings WHERE seq IN (
      SELECT seq FROM routings WHERE at_ms < @beforeMs AND state <> 'wanted' ORDER BY at_ms LIMIT @most)`);

  return {
    add({ sources = [], inboxSeqs = [], ...routing }) {
      const { conversation, requester } = routing;
      replace.run({ conversation, requester });
      const seq = add.run({ ...routing, inboxSeqs: JSON.stringify(inboxSeqs) }).rowid;
      for (const messageId of sources) addMessage.run({ conversation, messageId, seq });
      return seq;
    },
    get: (seq) => one.get({ seq }),
    findByMessage: (conversation, messageId) => ofMessage.get({ conversation, messageId }),
    findOpen: (conversation, requester) => open.get({ conversation, requester }),
    listUnfinished: (instance) => unfinished.all({ instance }),
    setQuestion(seq, { polls, ...asked }) {
      if (ask.run({ seq, ...asked }).changes === 0) return false;
      const { conversation, messageId: question } = one.get({ seq }) ?? {};
      for (const messageId of [question, ...polls]) addMessage.run({ conversation, messageId, seq });
      return true;
    },
    setAnswers(seq, answers, wanted) {
      const row = { seq, answers: JSON.stringify(answers) };
      const { changes } = wanted === undefined ? note.run(row) : again.run({ ...row, ...wanted });
      return changes > 0;
    },
    end: (seq, as) => end.run({ seq, as }).changes > 0,
    removeOld: (beforeMs, most) => removeOld.run({ beforeMs, most }).changes,
  };
}

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
export interface OpenRoutingQuestion extends RoutingQuestion {
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
export function questionsIn(material: string): readonly OpenRoutingQuestion[] {
  return Questions.parse(JSON.parse(material));
}

/** @throws ZodError for what `serializeOffer` did not write */
export function offerIn(material: string): RoutingOffer {
  return StoredOffer.parse(JSON.parse(material));
}

export function serializeQuestions(questions: readonly OpenRoutingQuestion[]): string {
  return JSON.stringify(questions);
}

/** In the form of its row. */
export function serializeOffer(offer: RoutingOffer): string {
  return JSON.stringify(offer);
}

interface OfferContents {
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
