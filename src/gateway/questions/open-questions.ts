import type { InboundMessage, MessageIdentity } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { Feature, FeatureInChats, FeatureQuestion } from '../../contracts/feature.ts';
import { MONEY_QUESTION, type SessionRecord } from '../../contracts/session.ts';
import type { ApprovalRecord, InboxRow } from '../../contracts/store.ts';
import { DAY_MS, HOUR_MS } from '../../core/clock.ts';
import { unreachable } from '../../core/failure.ts';
import { type ApprovalId, questionIdOf } from '../../core/ids.ts';
import { choiceNumber, plainYesOrNo, readApprovalAnswer, readNoWithReason } from './answer-words.ts';
import { asksHelp } from './help-questions.ts';

/** Everything that a bare word, a number, a vote or a reaction may answer. A question about money is an approval. */
export type OpenQuestion =
  | { readonly kind: 'approval'; readonly approval: ApprovalRecord }
  | { readonly kind: 'feature'; readonly question: FeatureQuestion };

/** Reason for closing a message that could have answered several questions: it has answered none. */
export const WHICH_QUESTION = 'which question';

/** Reason for closing a message that only asked for time: whatever was asked before it is still what was asked last. */
export const LEFT_OPEN = 'left open';

const ABOUT_QUESTIONS: readonly (string | undefined)[] = [WHICH_QUESTION, LEFT_OPEN];

/** True for a message that was about what is asked, and answered none of it. */
export function isAboutQuestions({ reason }: Pick<InboxRow, 'reason'>): boolean {
  return ABOUT_QUESTIONS.includes(reason);
}

/**
 * Questions that the sender can answer in this chat now.
 * @param before the answering message: questions that are only open until the next message count then, too
 */
export function openQuestions(
  context: CommandContext,
  features: readonly FeatureInChats[],
  before?: MessageIdentity,
): readonly OpenQuestion[] {
  const { conversation, sender, store } = context;
  const isTheirs = ({ requester }: { readonly requester: string }) => requester === sender;
  const approvals = store.approvals.listPending(conversation).filter(isTheirs);
  return [
    ...approvals.map((approval) => ({ kind: 'approval', approval }) as const),
    ...features
      .flatMap(({ questions }) => questions?.listOpen(context, before) ?? [])
      .map((question) => ({ kind: 'feature', question }) as const),
  ];
}

/** Where a question is looked for. */
export interface QuestionScope {
  readonly context: CommandContext;
  readonly features: readonly Feature[];
}

/** The question in this message of the program, whatever its state and whichever person was asked. */
function questionOn(
  target: string,
  message: InboundMessage,
  { context, features }: QuestionScope,
): OpenQuestion | undefined {
  const { conversation, store } = context;
  const id = questionIdOf(target);
  const approval = store.approvals.findByMessage(conversation, id);
  if (approval !== undefined) return { kind: 'approval', approval };
  for (const { questions } of features) {
    const question = questions?.findQuoted(message, context);
    if (question !== undefined) return { kind: 'feature', question };
  }
  return undefined;
}

/** False for a question that is only answered by words of its own. */
export function takesBareWords(question: OpenQuestion): boolean {
  return question.kind !== 'feature' || (question.question.takesBareWords ?? true);
}

/** A bare word hardly means an older question while there are newer ones. Approvals never get old. */
const MAX_BARE_AGE_MS = DAY_MS;

/**
 * The questions that a bare word may mean; a number only means those with such a choice. Questions that have passed are
 * not meant when no other is open.
 */
export function questionsForBareWord(
  open: readonly OpenQuestion[],
  number: number | undefined,
  context: CommandContext,
): readonly OpenQuestion[] {
  const all = open.filter(takesBareWords);
  const recent = all.filter((question) => context.nowMs - askedAtMs(question) < MAX_BARE_AGE_MS);
  const meant = recent.length > 0 ? recent : all;
  const isPassed = (question: OpenQuestion) =>
    question.kind === 'feature' && question.question.isPassed?.() === true;
  if (meant.every(isPassed)) return [];
  // With a single question, its own code handles an unknown number.
  if (meant.length === 1) return meant;
  return meant.filter((question) => number === undefined || number <= countChoices(question));
}

/** Yes, no, for this task, always, always with what follows; and one more dollar, finish, stop. */
const SCOPE_CHOICES = 5;
const MONEY_CHOICES = 3;

/** Number of choices. */
function countChoices(question: OpenQuestion): number {
  switch (question.kind) {
    case 'approval':
      if (question.approval.question.tool === MONEY_QUESTION) return MONEY_CHOICES;
      return question.approval.question.offers === undefined ? 2 : SCOPE_CHOICES;
    case 'feature':
      return question.question.choices;
  }
}

function askedAtMs(question: OpenQuestion): number {
  switch (question.kind) {
    case 'feature':
      return question.question.askedAtMs;
    case 'approval':
      return Number.POSITIVE_INFINITY;
  }
}

/** A question that is open only until the next message is forgotten after this, in milliseconds. */
const MAX_LAST_AGE_MS = HOUR_MS;

/**
 * The last message of this person, of the last hour: what they wrote since has closed what an earlier one was asked.
 */
export function lastWritten(
  before: MessageIdentity,
  { store, nowMs }: Pick<CommandContext, 'store' | 'nowMs'>,
): InboxRow | undefined {
  return store.inbox
    .listEarlier(before, nowMs - MAX_LAST_AGE_MS)
    .find((row) => row.message.gesture === undefined && !isAboutQuestions(row));
}

/** The question that a message answers. */
export type QuestionResolution =
  | { readonly kind: 'none' }
  /** Several could be meant; which one is never guessed. */
  | { readonly kind: 'which'; readonly questions: readonly OpenQuestion[] }
  /** `message`: without the code that named the question. */
  | { readonly kind: 'one'; readonly question: OpenQuestion; readonly message: InboundMessage };

/** The task that a message names by its number, and the text after it. */
interface NumberedTask {
  readonly session: SessionRecord;
  readonly words: string;
}

const NONE: QuestionResolution = { kind: 'none' };

/**
 * The only place that decides which question a message answers: the one that it quotes or votes on, else the one
 * whose code it names, else the only open one. A bare word that could answer several is given to none of them.
 */
export function resolveQuestion(
  message: InboundMessage,
  asked: QuestionScope,
  numbered: NumberedTask | undefined,
): QuestionResolution {
  const { context, features } = asked;
  if (message.forwarded === true) return NONE;
  const target = message.gesture?.target ?? message.quotedId;
  const quoted = target === undefined ? undefined : questionOn(target, message, asked);
  if (quoted !== undefined) return { kind: 'one', question: quoted, message };
  if (message.gesture !== undefined) return NONE;
  const text = message.text.trim();
  // Before the questions are looked up, which takes longer than all else that a command needs.
  if (numbered === undefined && isNoAnswer(message, context)) return NONE;
  const open = openQuestions(context, features, message);
  if (numbered !== undefined) return ofTask(numbered, { message, open }, asked);
  if (target === undefined)
    return findQuestionByCode(message, open, context) ?? chooseAmongOpen(open, message, context);
  // A reply to another message may not be about the question, so a yes in it answers nothing.
  const isAsked = isBare(text) && open.some(({ kind }) => kind === 'approval');
  return isAsked ? { kind: 'which', questions: questionsForBareWord(open, undefined, context) } : NONE;
}

/** A question about the program answers nothing either, although some questions take any words as their answer. */
function isNoAnswer(message: InboundMessage, { commands }: CommandContext): boolean {
  const text = message.text.trim();
  return text === '' || text.startsWith('/') || asksHelp(message, commands);
}

function chooseAmongOpen(
  open: readonly OpenQuestion[],
  message: InboundMessage,
  context: CommandContext,
): QuestionResolution {
  const fitting = isBare(message.text)
    ? questionsForBareWord(open, choiceNumber(message.text), context)
    : open.filter((question) => isAboutQuestion(question, message));
  const [only, ...others] = fitting;
  if (only === undefined) return NONE;
  return others.length === 0
    ? { kind: 'one', question: only, message }
    : { kind: 'which', questions: fitting };
}

/** A yes, a no, also with its reason, or a number: the chat has to show which question it answers. */
function isBare(text: string): boolean {
  return (
    plainYesOrNo(text) !== undefined ||
    choiceNumber(text) !== undefined ||
    readNoWithReason(text) !== undefined
  );
}

/** True when longer words are about this question. */
function isAboutQuestion(question: OpenQuestion, message: InboundMessage): boolean {
  switch (question.kind) {
    case 'approval':
      return readApprovalAnswer(message.text, question.approval.question) !== undefined;
    case 'feature':
      return question.question.reads?.(message) ?? question.question.answer(message) !== undefined;
    default:
      return unreachable(question);
  }
}

/** The question of the task with this number, or another question whose choices have that number. */
function ofTask(
  { session, words }: NumberedTask,
  { message, open }: { readonly message: InboundMessage; readonly open: readonly OpenQuestion[] },
  { context, features }: QuestionScope,
): QuestionResolution {
  const other = open.find(
    (one) => one.kind === 'feature' && one.question.isNumbered && isAboutQuestion(one, message),
  );
  if (other !== undefined) return { kind: 'one', question: other, message };
  const own = open.filter(
    (question) => question.kind === 'approval' && question.approval.session === session.id,
  );
  const questions = [...own, ...questionsAbout(session, { context, features })];
  const [only, ...others] = questions;
  if (only === undefined) return NONE;
  const said = { ...message, text: words };
  if (others.length === 0) return { kind: 'one', question: only, message: said };
  const isAnswer = isBare(words) || questions.some((one) => isAboutQuestion(one, said));
  return isAnswer ? { kind: 'which', questions } : NONE;
}

function questionsAbout(
  session: SessionRecord,
  { context, features }: QuestionScope,
): readonly OpenQuestion[] {
  return features
    .flatMap(({ questions }) => questions?.findForTask?.(session, context) ?? [])
    .map((question) => ({ kind: 'feature', question }));
}

/** `k7x 1`, `no k7x`, `keep #2`, `pr12 fix`, `cron yes`: a named question, with an answer. */
function findQuestionByCode(
  message: InboundMessage,
  open: readonly OpenQuestion[],
  context: CommandContext,
): QuestionResolution | undefined {
  for (const { code, words } of codesIn(message.text)) {
    const question = open.find((one) => codeOf(one) === code) ?? findAnsweredApproval(code, context);
    if (question === undefined) continue;
    // A question that takes any words takes them once they are clearly for it, as with a reply to its message.
    const quotedId = messageOf(question);
    const said = { ...message, text: words, ...(quotedId === undefined ? {} : { quotedId }) };
    const isAnswer =
      question.kind === 'approval'
        ? readApprovalAnswer(words, question.approval.question) !== undefined
        : question.question.answer(said) !== undefined;
    if (isAnswer) return { kind: 'one', question, message: said };
  }
  return undefined;
}

/** The message that any words reply to which are clearly for this question. */
function messageOf(question: OpenQuestion): string | undefined {
  return question.kind === 'feature' ? question.question.messageId : undefined;
}

/** An approval of this chat that is no longer open: its late answer gets the decision as a reply. */
function findAnsweredApproval(
  code: string,
  { conversation, store }: CommandContext,
): OpenQuestion | undefined {
  // The lookup proves the code; until then it is only text of the right type for the id of a question.
  const approval = store.approvals.findInChat(conversation, code as ApprovalId);
  return approval === undefined ? undefined : { kind: 'approval', approval };
}

/** The code of a question where several are open. */
function codeOf(question: OpenQuestion): string {
  switch (question.kind) {
    case 'approval':
      return question.approval.id;
    case 'feature':
      return question.question.code;
    default:
      return unreachable(question);
  }
}

/** The first and the last word of a short message, each with the rest. */
function codesIn(text: string): readonly { readonly code: string; readonly words: string }[] {
  const plain = text.trim().replace(/\bpr\s*#?\s*(\d+)/giu, 'pr$1');
  const [, first, rest] = /^(\S+?)[\s:,;.]+(\S.*)$/su.exec(plain) ?? [];
  const [, begin, last] = /^(.*\S)\s+(\S+?)[.!]?$/su.exec(plain) ?? [];
  return [
    ...(first === undefined || rest === undefined ? [] : [{ code: first.toLowerCase(), words: rest }]),
    ...(last === undefined || begin === undefined ? [] : [{ code: last.toLowerCase(), words: begin }]),
  ];
}
