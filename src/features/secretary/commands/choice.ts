import { type Action, type CommandContext, replyAction } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import { placeNow } from '../../../gateway/tasks/places.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { fileCommandActions, startActions } from '../../../gateway/tasks/start-task.ts';
import { delegationOf, workflowWords } from '../routing/delegation.ts';
import { delegationFailed, errorText } from '../routing/errors.ts';
import { type RoutingChoice, readChoice } from '../routing/read-choice.ts';
import { anotherText } from '../routing/recommendation-text.ts';
import type { RoutingRecord, SecretaryAnswer } from '../routings.ts';
import {
  askedOf,
  type BoundTarget,
  type OfferedSpecialist,
  offerIn,
  type RoutingOffer,
} from '../rows/stored-questions.ts';
import { secretaryTexts } from '../texts/texts.ts';

export interface ChosenWords {
  readonly words: string;
  /** True when the words can mean nothing but this question. */
  readonly isSure: boolean;
}

/** The actions of an answer to a recommendation; undefined for words that are no answer to it. */
export function choiceActions(
  routing: RoutingRecord,
  { words, isSure }: ChosenWords,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  const offer = offerIn(routing.material);
  const asked = askedOf(offer);
  const choice = readChoice(words, asked, offer.agents);
  if (!isSure && !isMeant(choice)) return undefined;
  return chosenActions(choice, { routing, offer }, context);
}

/** A single word may be anything, unless it is written like the name of a specialist. */
function isMeant(choice: RoutingChoice<OfferedSpecialist>): boolean {
  if (choice.kind === 'unread') return false;
  return choice.kind !== 'unknown' || choice.isSure;
}

interface OfferedRouting {
  readonly routing: RoutingRecord;
  readonly offer: RoutingOffer;
}

function chosenActions(
  choice: RoutingChoice<OfferedSpecialist>,
  offered: OfferedRouting,
  context: CommandContext,
): readonly SecretaryAnswer[] {
  const { texts } = context;
  const secretary = secretaryTexts(texts).finding;
  switch (choice.kind) {
    case 'cancel':
      return [
        { kind: 'secretary.end', routing: offered.routing.seq, as: 'cancelled' },
        replyAction(secretary.cancelled),
      ];
    case 'ambiguous':
      return [replyAction(secretary.ambiguous(choice.references.join(', ')))];
    case 'unknown':
      return [replyAction(errorText(delegationFailed(choice.name, secretary.notThere), texts))];
    case 'unread':
      return [
        replyAction(
          `${secretary.unread}\n${anotherText(offered.offer.recommendation, offered.offer.agents, texts)}`,
        ),
      ];
    case 'delegate':
      return otherProjectActions(offered, context) ?? delegateActions(choice.specialist, offered, context);
    case 'workflow':
      return (
        otherProjectActions(offered, context) ??
        workflowActions(offered.offer.workflows[choice.workflow], offered, context)
      );
    default:
      return unreachable(choice);
  }
}

/** The search was for another project than the chat's present one. */
function otherProjectActions(
  { routing }: OfferedRouting,
  { workspace, texts }: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  if (routing.workspace === workspace) return undefined;
  return [
    replyAction(
      secretaryTexts(texts).chat.otherProject(projectName(routing.workspace), projectName(workspace)),
    ),
  ];
}

function delegateActions(
  specialist: OfferedSpecialist,
  { routing, offer }: OfferedRouting,
  context: CommandContext,
): readonly SecretaryAnswer[] {
  const { agent, hash, prompt: brief } = delegationOf(specialist, offer.interpretation);
  const { model } = specialist;
  const begun = startActions(routing.request, placeNow(context), context);
  const notes = notesOn(specialist, offer, context);
  return [
    { kind: 'secretary.end', routing: routing.seq, as: 'accepted' },
    ...begun.map((action): Action => {
      if (action.kind !== 'start') return action;
      const assignment = { kind: 'specialist', agent, brief, hash } as const;
      return { ...action, assignment, ...(model?.isKnown ? { model: model.id } : {}) };
    }),
    ...(notes.length === 0 ? [] : [replyAction(notes.join('\n'))]),
  ];
}

/** Differences from its file, or facts that the offer did not show. */
function notesOn(
  { reference, model }: OfferedSpecialist,
  { recommendation: { options, alternatives } }: RoutingOffer,
  { texts, program }: CommandContext,
): readonly string[] {
  const words = secretaryTexts(texts).chat;
  if (model === undefined) return [];
  if (!model.isKnown) return [words.unknownModel(model.id, program.model)];
  const first = options.flatMap((option) => (option.kind === 'accept' ? [option.candidate] : []));
  const isNamed = [...first, ...alternatives].some(({ specialist }) => specialist.reference === reference);
  return isNamed || model.id === program.model ? [] : [words.worksWith(reference, model.id)];
}

/** A way of working begins as if its command were typed. */
function workflowActions(
  target: BoundTarget,
  { routing, offer }: OfferedRouting,
  context: CommandContext,
): readonly SecretaryAnswer[] {
  const begun = runWorkflowCommand(target, workflowWords(offer.interpretation), context);
  if (begun === undefined)
    return [replyAction(secretaryTexts(context.texts).chat.noSuchCommand(`/${target.name}`))];
  return [{ kind: 'secretary.end', routing: routing.seq, as: 'accepted' }, ...begun];
}

/** Undefined where there is no such command. */
function runWorkflowCommand(
  { kind, name, hash }: BoundTarget,
  words: string,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  if (kind === 'chat') return context.commands.find((one) => one.name === name)?.run(words, context);
  return hash === undefined ? undefined : fileCommandActions({ name, hash }, words, context);
}
