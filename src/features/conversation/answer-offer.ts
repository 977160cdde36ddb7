import type { MessageIdentity, MessageWords } from '../../contracts/channel.ts';
import { type Action, type CommandContext, replyAction, replyWith } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { InboxRow } from '../../contracts/store.ts';
import { DAY_MS, HOUR_MS } from '../../core/clock.ts';
import { isGoAhead } from '../../gateway/incoming/go-ahead.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { bareCommand, isStopWord } from '../../gateway/questions/bare-commands.ts';
import { asksHelp } from '../../gateway/questions/help-questions.ts';
import { isAboutQuestions } from '../../gateway/questions/open-questions.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { resumeActions } from '../../gateway/tasks/resume-task.ts';
import { talkActions } from '../../gateway/tasks/start-talk.ts';
import { startActions } from '../../gateway/tasks/start-task.ts';
import { placementNow } from '../../gateway/tasks/task-queue.ts';
import { type ConversationAction, type OfferRecord, type OfferStore, offerLines } from './offer.ts';
import { conversationTexts } from './texts/texts.ts';

/** How long a bare word may mean an offer. */
const BARE_MS = HOUR_MS;
/** How long an offer can be answered by its code or by a reply. */
const MAX_AGE_MS = DAY_MS;

type ConversationAnswer = Action | ConversationAction;
type OfferRows = Pick<OfferStore, 'open' | 'ofMessage' | 'ofCode'>;

/** The last offer that was made to a person: a bare word means it until they write about something else. */
export function offerQuestions(rows: OfferRows): QuestionSource {
  return {
    listOpen(context, before) {
      const offer = rows.open(context.conversation, context.sender);
      const isMeant = offer !== undefined && !isPassed(offer, before, context);
      return isMeant ? [offerQuestion(offer, context)] : [];
    },
    findQuoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const offer = target === undefined ? undefined : rows.ofMessage(context.conversation, target);
      return offer && offerQuestion(offer, context);
    },
  };
}

/** `yes 7k`, also when a bare word would no longer mean it. */
export function answerByOfferCode(
  { text, gesture, forwarded, quotedId }: MessageWords,
  context: CommandContext,
  rows: OfferRows,
): readonly ConversationAnswer[] | undefined {
  if (gesture !== undefined || forwarded === true || quotedId !== undefined) return undefined;
  const [, first = '', last = ''] = /^(\S+)\s+(\S+?)[.!]*$/u.exec(text.trim()) ?? [];
  for (const [code, words] of [
    [first, last],
    [last, first],
  ] as const) {
    const answer = plainYesOrNo(words);
    const offer =
      answer === undefined
        ? undefined
        : rows.ofCode(context.conversation, context.sender, code.toLowerCase());
    if (offer !== undefined) return answerOffer(offer, { text: words }, context);
  }
  return undefined;
}

function offerQuestion(offer: OfferRecord, context: CommandContext): FeatureQuestion {
  return {
    code: offer.code,
    choices: 2,
    askedAtMs: offer.atMs,
    lines: offerLines(offer, context.texts),
    answer: (message) => answerOffer(offer, message, context),
  };
}

/** True once the person wrote about something else; commands that only show something are nothing else. */
function isPassed(
  { sourceMessage, atMs }: OfferRecord,
  before: MessageIdentity | undefined,
  { conversation, store, nowMs, commands }: CommandContext,
): boolean {
  if (nowMs - atMs >= BARE_MS) return true;
  const [newest] = store.sessions.listNewest(conversation, 1);
  if (newest !== undefined && newest.origin.createdAtMs > atMs) return true;
  if (before === undefined) return false;
  const written = store.inbox.listEarlier(before, nowMs - BARE_MS);
  const at = written.findIndex(({ message }) => message.id === sourceMessage);
  return at === -1 || !written.slice(0, at).every((row) => isAside(row, commands));
}

function isAside(row: InboxRow, commands: CommandContext['commands']): boolean {
  const { message } = row;
  const { gesture, text } = message;
  const isCommand = text.trimStart().startsWith('/') || bareCommand(text) !== undefined;
  const isAboutProgram = isCommand || asksHelp(message, commands);
  return gesture !== undefined || isAboutQuestions(row) || isAboutProgram;
}

type OfferChoice = 'yes' | 'no' | 'drop' | 'more';

/** Undefined for a message that is no answer to it. */
function answerOffer(
  offer: OfferRecord,
  message: MessageWords,
  context: CommandContext,
): readonly ConversationAnswer[] | undefined {
  const choice = choiceIn(message);
  if (choice === undefined) return undefined;
  const words = conversationTexts(context.texts);
  if (offer.person !== context.sender) return replyWith(context.texts.replies.notYours);
  if (offer.state === 'accepted') return replyWith(words.begunBefore);
  if (context.nowMs - offer.atMs >= MAX_AGE_MS) return replyWith(words.tooOld);
  switch (choice) {
    case 'yes':
      return acceptOffer(offer, context);
    case 'more':
      return [withMore(offer, message.text)];
    case 'drop':
      return [closeOffer(offer, 'declined'), replyAction(words.dropped)];
    case 'no':
      return offer.kind === 'begin'
        ? [closeOffer(offer, 'declined'), replyAction(words.dropped)]
        : [closeOffer(offer, 'declined'), ...talkActions(offer.words, context, offer.enclosure)];
  }
}

/** A yes with further words does not accept the offer: a new question includes those words. */
const YES_AND =
  /^\s*(?:yes|yeah|yep|ok|okay|sure|s[i\u00ed]|dale|vale|bueno)[\s,;.!-]+(?:and|but|with|without|also|y|pero|con|sin|tambi[e\u00e9]n)\s+\S/iu;

function choiceIn({ text, gesture }: MessageWords): OfferChoice | undefined {
  if (gesture !== undefined) return gesture.kind === 'reaction' ? yesOrNo(gesture.emoji) : undefined;
  if (isStopWord(text)) return 'drop';
  const isQuestion = /[?\u00bf]/.test(text);
  if (!isQuestion && YES_AND.test(text)) return 'more';
  return yesOrNo(text) ?? (!isQuestion && isGoAhead(text) ? 'yes' : undefined);
}

function yesOrNo(text: string): OfferChoice | undefined {
  const answer = plainYesOrNo(text);
  return answer === undefined ? undefined : answer ? 'yes' : 'no';
}

function withMore({ kind, session, task, words, enclosure }: OfferRecord, text: string): ConversationAction {
  const all = `${words}\n${text.trim()}`;
  return { kind: 'conversation.offer', offer: kind, session, task, words: all, enclosure };
}

function acceptOffer(offer: OfferRecord, context: CommandContext): readonly ConversationAnswer[] {
  const { store, workspace, texts } = context;
  const { task, words, enclosure, session: id } = offer;
  if (offer.kind === 'begin') {
    if (offer.project !== workspace) {
      const [was, now] = [projectName(offer.project), projectName(workspace)];
      return replyWith(conversationTexts(texts).otherProject(was, now));
    }
    // An offer of an earlier version has its task among the words.
    const begun = startActions(task ?? words, placementNow(context), context);
    const said = task === undefined ? undefined : words;
    return [
      closeOffer(offer, 'accepted'),
      ...begun.map((action): Action => (action.kind === 'start' ? { ...action, said, enclosure } : action)),
    ];
  }
  const session = store.sessions.get(id);
  if (session === undefined)
    return [closeOffer(offer, 'declined'), replyAction(texts.replies.sessionGone(id))];
  const resumed = resumeActions(session, { extraMicroUsd: 0, instructions: words }, context);
  return [
    closeOffer(offer, 'accepted'),
    ...resumed.map(
      (action): Action =>
        action.kind === 'resume' || action.kind === 'steer' ? { ...action, enclosure } : action,
    ),
  ];
}

function closeOffer({ seq }: OfferRecord, as: 'accepted' | 'declined'): ConversationAction {
  return { kind: 'conversation.close', offer: seq, as };
}
