import { isPlanned } from '../../contracts/assignment.ts';
import type { InboundMessage, MessageWords } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { Enclosure } from '../../contracts/enclosures.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { cutAt, shorten } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { bothEnclosures, quotation } from '../../gateway/incoming/enclosure-notes.ts';
import {
  isBareYes,
  isGoAhead,
  isPlainGoAhead,
  isProposal,
  isThanks,
} from '../../gateway/incoming/go-ahead.ts';
import { isAtRest, isTheirs, sinceFresh } from '../../gateway/tasks/conversation-sessions.ts';
import { lastReply } from '../../gateway/tasks/last-reply.ts';
import { TALK_AGE_MS } from '../../gateway/tasks/talk.ts';
import { endedName } from '../../gateway/tasks/task-name.ts';
import { escapeHidden } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { ConversationAction, OfferRecord } from './offers.ts';
import { subjectOf } from './subject.ts';
import { conversationTexts } from './texts/texts.ts';

const LOOK_BACK = 20;
/** How much of the person's earlier words becomes part of a task, in UTF-16 code units. */
const MAX_SUBJECT_LENGTH = 500;
/** How much of the answer that "it" refers to is passed on, in UTF-16 code units: twelve lines of a phone. */
const MAX_ANSWER_LENGTH = 2000;
/** How much of the words the question shows, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 160;

type OfferableMessage = MessageWords & Pick<InboundMessage, 'scheduled'>;
type OfferAction = Extract<ConversationAction, { kind: 'conversation.offer' }>;

/**
 * Words that ask to do what was talked about last are not treated as a talk, which could change nothing: the reply asks
 * whether to begin that as a task, or to continue the task that was talked about. Undefined for other words.
 */
export function offerToDoIt(
  message: OfferableMessage,
  context: CommandContext,
): readonly OfferAction[] | undefined {
  const { text, forwarded, scheduled } = message;
  if (forwarded === true || scheduled !== undefined) return undefined;
  const goesAhead = isGoAhead(text);
  if (!goesAhead && !isBareYes(text)) return undefined;
  const session = findTalkedAbout(message, context);
  if (session === undefined) return undefined;
  const answer = lastReply(session.id, context.store.history);
  if (!goesAhead && !isProposal(answer)) return undefined;
  return [
    session.mode === 'agent' ? continueOffer(session, text) : beginOffer(session, { text, answer }, context),
  ];
}

/** Words for a task that has ended; undefined for a mere thanks, and for another person's task. */
export function offerToContinue(
  session: SessionRecord,
  { text, forwarded }: OfferableMessage,
  context: CommandContext,
): readonly OfferAction[] | undefined {
  if (forwarded === true || text === '' || isThanks(text)) return undefined;
  if (isPlanned(session) || context.person.role === 'reader' || !isTheirs(session, context)) return undefined;
  return [continueOffer(session, text)];
}

/** The talk that is replied to, else what this person last talked or read about here, in this project. */
function findTalkedAbout({ quotedId }: OfferableMessage, context: CommandContext): SessionRecord | undefined {
  const { conversation, sender, store, workspace, nowMs } = context;
  const quoted = quotedId === undefined ? undefined : store.sessions.findByMessage(conversation, quotedId);
  if (quoted?.mode === 'talk' && quoted.owner === sender) return quoted;
  const [latest] = sinceFresh(context, LOOK_BACK)
    .filter(({ owner, project }) => owner === sender && project === workspace)
    .toSorted((one, other) => other.state.updatedAtMs - one.state.updatedAtMs);
  if (latest === undefined || isPlanned(latest) || nowMs - latest.state.updatedAtMs >= TALK_AGE_MS)
    return undefined;
  return latest.mode === 'talk' || isAtRest(latest) ? latest : undefined;
}

function continueOffer({ id }: SessionRecord, text: string): OfferAction {
  return {
    kind: 'conversation.offer',
    offer: 'continue',
    session: id,
    task: undefined,
    words: text.trim(),
    enclosure: undefined,
  };
}

/** The task is the subject of the talk, in the person's own words; the model's answer is passed on as data. */
function beginOffer(
  talk: SessionRecord,
  { text, answer }: { readonly text: string; readonly answer: string },
  { store }: CommandContext,
): OfferAction {
  const { words: subject, enclosure } = subjectOf(talk, store);
  return {
    kind: 'conversation.offer',
    offer: 'begin',
    session: talk.id,
    task: shorten(subject.trim(), MAX_SUBJECT_LENGTH),
    words: text.trim(),
    enclosure: bothEnclosures(enclosure, encloseAnswer(answer)),
  };
}

function encloseAnswer(answer: string): Enclosure | undefined {
  if (answer === '') return undefined;
  return { notes: [quotation({ author: 'program', text: cutAt(answer, MAX_ANSWER_LENGTH) })], images: [] };
}

/** The question, with the words that would be begun or passed on. */
export function offerText(
  { offer, session, ...said }: Pick<OfferAction, 'offer' | 'session' | 'task' | 'words'>,
  code: string,
  context: Pick<CommandContext, 'conversation' | 'store' | 'texts'>,
): string {
  const { choices, typed } = conversationTexts(context.texts);
  const task = context.store.sessions.get(session);
  const title =
    offer === 'begin' || task === undefined
      ? conversationTexts(context.texts).begin
      : conversationTexts(context.texts).continue(withoutEnd(endedName(task, context)));
  return [`❓ ${title}`, ...quoteWords(said), choices[offer], typed(code)].join('\n');
}

/** Two lines where several questions are open. */
export function offerLines({ code, ...said }: OfferRecord, texts: Texts): readonly string[] {
  return [`🚀 ${quoteWords(said).join(' ')}`, `   ${conversationTexts(texts).named(code)}`];
}

/** The task, and the words beside it that say more than to go ahead. */
function quoteWords({ task, words }: Pick<OfferRecord, 'task' | 'words'>): readonly string[] {
  const said = task !== undefined && (isPlainGoAhead(words) || isBareYes(words)) ? [] : [words];
  return [...(task === undefined ? [] : [task]), ...said].map(
    (text) => `“${escapeHidden(titleLine(text, MAX_SHOWN_LENGTH))}”`,
  );
}

/** The question ends with a mark of its own. */
function withoutEnd(name: string): string {
  return name.replace(/[\s.!?]+$/u, '');
}
