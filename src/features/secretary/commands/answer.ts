import type { MessageWords } from '../../../contracts/channel.ts';
import { type CommandContext, replyAction } from '../../../contracts/commands.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import { pollIdOf } from '../../../core/ids.ts';
import { plainYesOrNo } from '../../../gateway/questions/answer-words.ts';
import { isStopWord } from '../../../gateway/questions/bare-words.ts';
import { addressableSessions } from '../../../gateway/tasks/conversation-sessions.ts';
import type {
  RoutingAnswer,
  RoutingRecord,
  SecretaryAction,
  SecretaryAnswer,
  SecretaryContext,
} from '../routings.ts';
import { type OpenQuestion, questionsIn } from '../rows/stored-questions.ts';
import { secretaryTexts } from '../texts/texts.ts';
import { choiceActions } from './choice.ts';

/** Older questions are no longer remembered by their person. */
const MAX_OPEN_MS = DAY_MS;
const CANCEL = /^(?:cancel|cancela|cancelar|cancelalo|cancélalo)[.!]?$/i;
const NUMBER = /^[1-9][.!]?$/;

/** A message, read as an answer. */
export interface SecretaryReply {
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
export function typedAnswerActions(words: string, context: SecretaryContext): readonly SecretaryAnswer[] {
  const { conversation, sender, rows, texts } = context;
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
function inWords(typed: string, left: readonly OpenQuestion[]): RoutingAnswer {
  const [only, ...more] = left;
  if (only === undefined || more.length > 0)
    return { question: left.map((one, at) => `${at + 1}. ${withOptions(one)}`).join('\n'), answer: typed };
  return { question: withOptions(only), answer: chosenOption(only, typed) };
}

/** An option by its number, unless an option has that name. */
function chosenOption({ options }: OpenQuestion, typed: string): string {
  if (options.includes(typed) || !NUMBER.test(typed)) return typed;
  return options[Number(typed.slice(0, 1)) - 1] ?? typed;
}

function withOptions({ question, options }: OpenQuestion): string {
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
