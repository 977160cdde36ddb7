import type { MessageWords } from '../../../contracts/channel.ts';
import { type Action, type CommandContext, replyAction } from '../../../contracts/commands.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import { pollIdOf } from '../../../core/ids.ts';
import { plainYesOrNo } from '../../../gateway/questions/answer-words.ts';
import { isStopWord } from '../../../gateway/questions/bare-commands.ts';
import { addressableSessions } from '../../../gateway/tasks/conversation-sessions.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { fileCommandActions, startActions } from '../../../gateway/tasks/start-task.ts';
import { placementNow } from '../../../gateway/tasks/task-queue.ts';
import { delegationFailed, errorText } from '../routing/errors.ts';
import { anotherText, type RoutingChoice, readChoice } from '../routing/recommendation.ts';
import { delegationOf, workflowWords } from '../routing/routing.ts';
import {
  askedOf,
  type BoundTarget,
  type OfferedSpecialist,
  type OpenRoutingQuestion,
  offerIn,
  questionsIn,
  type RoutingOffer,
} from '../routing-store.ts';
import type {
  RoutingAnswer,
  RoutingRecord,
  RoutingStore,
  SecretaryAction,
  SecretaryAnswer,
} from '../routings.ts';
import { secretaryTexts } from '../texts/texts.ts';

/** Older questions are no longer remembered by their person. */
const MAX_OPEN_MS = DAY_MS;
const CANCEL = /^(?:cancel|cancela|cancelar|cancelalo|cancélalo)[.!]?$/i;
const NUMBER = /^[1-9][.!]?$/;

/** A message, read as an answer. */
interface SecretaryReply {
  readonly words: string;
  /** As it was typed; a no is an answer to a question, and does not cancel it. */
  readonly typed: string;
  /** Id of the message that it quotes or votes on: then it means that question only. */
  readonly on: string | undefined;
  /** True for only a yes, a no or a number. */
  readonly isBare: boolean;
}

/** Undefined for a message that is no answer to it. */
export function answerRouting(
  routing: RoutingRecord,
  message: MessageWords,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  const on = message.gesture?.target ?? message.quotedId;
  const said = readReply(message, on);
  if (said === undefined) return undefined;
  if (routing.requester !== context.sender) return [replyAction(context.texts.replies.notYours)];
  return overActions(routing, context) ?? answerActions(routing, said, context);
}

/** `/secretary answer <words>`: for channels without quotations. */
export function typedAnswerActions(
  words: string,
  context: CommandContext,
  rows: Pick<RoutingStore, 'findOpen'>,
): readonly SecretaryAnswer[] {
  const { conversation, sender, texts } = context;
  const { noneOpen, howToAnswer, looking } = secretaryTexts(texts).chat;
  const open = rows.findOpen(conversation, sender);
  if (open === undefined) return [replyAction(noneOpen)];
  const over = overActions(open, context);
  if (over !== undefined) return over;
  if (words === '' && open.state === 'asked') return [replyAction(howToAnswer)];
  const said: SecretaryReply = { words, typed: words, on: open.messageId, isBare: false };
  // Nothing was asked yet.
  return answerActions(open, said, context) ?? [replyAction(looking)];
}

function readReply(message: MessageWords, on: string | undefined): SecretaryReply | undefined {
  const { gesture } = message;
  if (gesture?.kind === 'vote' && gesture.choices.length === 1) {
    const [choice = ''] = gesture.choices;
    return { words: choice, typed: choice, on, isBare: false };
  }
  const typed = typedIn(message);
  if (typed === '' || typed.startsWith('/')) return undefined;
  if (isStopWord(typed)) return { words: 'cancel', typed: 'cancel', on, isBare: false };
  if (NUMBER.test(typed)) return { words: typed.slice(0, 1), typed, on, isBare: true };
  const answer = plainYesOrNo(typed);
  if (answer !== undefined) return { words: answer ? 'yes' : 'cancel', typed, on, isBare: true };
  return gesture === undefined ? { words: typed, typed, on, isBare: false } : undefined;
}

/** The typed words; an emoji counts as a word. */
function typedIn({ text, gesture }: MessageWords): string {
  if (gesture === undefined) return text.trim();
  return gesture.kind === 'reaction' ? gesture.emoji : '';
}

/** True when it is too old to be answered. */
export function isExpired({ state, atMs }: RoutingRecord, { nowMs }: Pick<CommandContext, 'nowMs'>): boolean {
  return state !== 'wanted' && nowMs - atMs > MAX_OPEN_MS;
}

/** Undefined while it can be answered. */
function overActions(
  routing: RoutingRecord,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  const { over } = secretaryTexts(context.texts).chat;
  const { state } = routing;
  if (isExpired(routing, context)) return [replyAction(over.expired)];
  return state === 'wanted' || state === 'asked' || state === 'offered'
    ? undefined
    : [replyAction(over[state])];
}

function answerActions(
  routing: RoutingRecord,
  said: SecretaryReply,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  switch (routing.state) {
    case 'wanted':
      if (CANCEL.test(said.words)) return cancelRouting(routing, context);
      // A vote was changed while the answers were being processed.
      return said.on !== undefined && routing.answers.length > 0
        ? [replyAction(secretaryTexts(context.texts).chat.over.accepted)]
        : undefined;
    case 'asked':
      return answeredActions(routing, said, context);
    case 'offered':
      return offeredActions(routing, said, context);
    case 'accepted':
    case 'cancelled':
    case 'replaced':
    case 'failed':
    case 'passed':
      return undefined;
    default:
      return unreachable(routing.state);
  }
}

/** Words from before the question do not answer it, however much they read like a yes. */
function offeredActions(
  routing: RoutingRecord,
  said: SecretaryReply,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  const { messageId } = routing;
  const { on, typed, words } = said;
  if (on !== undefined && on !== messageId && on !== pollIdOf(messageId))
    return CANCEL.test(typed)
      ? cancelRouting(routing, context)
      : [replyAction(secretaryTexts(context.texts).chat.nowWho)];
  return choiceActions(routing, { words, isSure: on !== undefined }, context);
}

/** Answers to its questions: a vote answers one, words answer all that are left. */
function answeredActions(
  routing: RoutingRecord,
  said: SecretaryReply,
  context: CommandContext,
): readonly SecretaryAnswer[] | undefined {
  const { texts } = context;
  if (CANCEL.test(said.typed)) return cancelRouting(routing, context);
  const questions = questionsIn(routing.material);
  const voted = questions.find(({ poll }) => poll === said.on);
  if (voted !== undefined) {
    const others = routing.answers.filter(({ question }) => question !== voted.question);
    const answers = [...others, { question: voted.question, answer: chosenOption(voted, said.typed) }];
    const isComplete = questions.every(({ question }) => answers.some((one) => one.question === question));
    const noted = replyAction(secretaryTexts(texts).chat.noted);
    return [answersAction(routing, answers, isComplete), ...(isComplete ? [] : [noted])];
  }
  if (said.on === undefined) {
    // The words could also be for a task, so they are not taken as an answer.
    if (addressableSessions(context).length > 0) return [replyAction(secretaryTexts(texts).chat.forTask)];
  }
  const left = questions.filter(({ question }) => routing.answers.every((one) => one.question !== question));
  return [answersAction(routing, [...routing.answers, inWords(said.typed, left)], true)];
}

/** An answer in words needs its question: "the second one" means nothing alone. */
function inWords(typed: string, left: readonly OpenRoutingQuestion[]): RoutingAnswer {
  const [only, ...more] = left;
  if (only === undefined || more.length > 0)
    return { question: left.map((one, at) => `${at + 1}. ${withOptions(one)}`).join('\n'), answer: typed };
  return { question: withOptions(only), answer: chosenOption(only, typed) };
}

/** An option by its number, unless an option has that name. */
function chosenOption({ options }: OpenRoutingQuestion, typed: string): string {
  if (options.includes(typed) || !NUMBER.test(typed)) return typed;
  return options[Number(typed.slice(0, 1)) - 1] ?? typed;
}

function withOptions({ question, options }: OpenRoutingQuestion): string {
  return options.length === 0 ? question : `${question} (${options.join(' / ')})`;
}

function answersAction(
  { seq }: RoutingRecord,
  answers: readonly RoutingAnswer[],
  isComplete: boolean,
): Extract<SecretaryAction, { kind: 'secretary.tell' }> {
  return { kind: 'secretary.tell', routing: seq, answers, isComplete };
}

function cancelRouting({ seq }: RoutingRecord, { texts }: CommandContext): readonly SecretaryAnswer[] {
  return [
    { kind: 'secretary.end', routing: seq, as: 'cancelled' },
    replyAction(secretaryTexts(texts).finding.cancelled),
  ];
}

interface ChosenWords {
  readonly words: string;
  /** True when the words can mean nothing but this question. */
  readonly isSure: boolean;
}

/** The actions of an answer to a recommendation; undefined for words that are no answer to it. */
function choiceActions(
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
  const begun = startActions(routing.request, placementNow(context), context);
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
