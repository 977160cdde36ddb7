import type { InboundMessage, MessageIdentity } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { Feature, FeatureInChats, FeatureQuestion } from '../../contracts/feature.ts';
import { MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalRecord, InboxRow } from '../../contracts/store.ts';
import { DAY_MS, HOUR_MS } from '../../core/clock.ts';
import { questionIdOf } from '../../core/ids.ts';

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

/** Yes, no, for this task, always, always with what follows; and one more dollar, finish, stop. */
const SCOPE_CHOICES = 5;
const MONEY_CHOICES = 3;

/** A bare word hardly means an older question while there are newer ones. Approvals never get old. */
const MAX_BARE_AGE_MS = DAY_MS;

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
export function questionOn(
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
