import * as z from 'zod';
import { isPlanned } from '../../contracts/assignment.ts';
import type { InboundMessage, MessageWords } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { Enclosure } from '../../contracts/enclosures.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ConversationId, SessionId } from '../../core/ids.ts';
import { cutAt, shorten } from '../../core/text.ts';
import type { Locale, Texts } from '../../core/texts/texts.ts';
import { bothEnclosures, quotation } from '../../gateway/incoming/enclosure-notes.ts';
import {
  isBareYes,
  isGoAhead,
  isPlainGoAhead,
  isProposal,
  isThanks,
} from '../../gateway/incoming/go-ahead.ts';
import { isAtRest, isTheirs, sinceFresh } from '../../gateway/tasks/conversation-sessions.ts';
import { lastReply } from '../../gateway/tasks/session-text.ts';
import { TALK_AGE_MS } from '../../gateway/tasks/start-talk.ts';
import { endedName } from '../../gateway/tasks/task-name.ts';
import { escapeHidden } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { id, optionalText, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import { subjectOf } from './digest.ts';
import { conversationTexts } from './texts/texts.ts';

/** A question whether words of a person are to begin a task, or to continue one that has ended. */
export interface OfferRecord {
  readonly seq: number;
  readonly conversation: ConversationId;
  readonly person: string;
  /** Its name beside other questions. */
  readonly code: string;
  readonly kind: 'begin' | 'continue';
  /** The talk that it came from, or the task to continue. */
  readonly session: SessionId;
  /** Canonical path of the project that it is about. */
  readonly project: string;
  /** What would begin; undefined when a task is continued. */
  readonly task: string | undefined;
  /** What the person said to begin it, or the words for the task to continue. */
  readonly words: string;
  /** What came with the words. */
  readonly enclosure: Enclosure | undefined;
  /** The person's message that led to it. */
  readonly sourceMessage: string;
  /** The program's message that asks. */
  readonly messageId: string;
  readonly state: 'open' | 'accepted' | 'declined' | 'replaced';
  readonly atMs: number;
}

export interface OfferStore {
  /** An older open offer to this person in this chat is replaced. */
  add(offer: Omit<OfferRecord, 'seq' | 'state'>): void;
  /** The open one. */
  open(conversation: ConversationId, person: string): OfferRecord | undefined;
  /** In whatever state. */
  ofMessage(conversation: ConversationId, messageId: string): OfferRecord | undefined;
  /** The newest with this code, in whatever state. */
  ofCode(conversation: ConversationId, person: string, code: string): OfferRecord | undefined;
  /** False when it was accepted before: nothing begins twice. */
  close(seq: number, as: 'accepted' | 'declined'): boolean;
  /** From now on no bare word means an open offer. */
  replaceOpen(conversation: ConversationId, person: string): void;
  removeOld(beforeMs: number, most: number): number;
}

/** What a message asks of this feature. */
export type ConversationAction =
  | {
      readonly kind: 'conversation.offer';
      readonly offer: OfferRecord['kind'];
      readonly session: SessionId;
      readonly task: string | undefined;
      readonly words: string;
      readonly enclosure: Enclosure | undefined;
    }
  | {
      readonly kind: 'conversation.close';
      readonly offer: number;
      readonly as: 'accepted' | 'declined';
    }
  | { readonly kind: 'conversation.afresh' }
  /** Undefined when the chat's own language counts, as it is written there. */
  | { readonly kind: 'conversation.language'; readonly locale: Locale | undefined };

const MAX_SESSIONS_SEARCHED = 20;
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
  const [latest] = sinceFresh(context, MAX_SESSIONS_SEARCHED)
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

const Row = z.object({
  seq: z.int(),
  conversation: id<'conversation'>(),
  person: z.string(),
  code: z.string(),
  kind: z.enum(['begin', 'continue']),
  session: id<'session'>(),
  project: z.string(),
  task: optionalText,
  words: z.string(),
  enclosure: ownJson<Enclosure>()
    .nullable()
    .transform((value) => value ?? undefined),
  sourceMessage: z.string(),
  messageId: z.string(),
  state: z.enum(['open', 'accepted', 'declined', 'replaced']),
  atMs: z.int(),
});

const SELECT = `SELECT seq, conversation, person, code, kind, session, project, task, words, enclosure,
  source_message AS sourceMessage, message_id AS messageId, state, at_ms AS atMs FROM offers`;
const OF_PERSON = 'conversation = @conversation AND person = @person';

export function createOfferStore(database: Database): OfferStore {
  const insert = database.write(`
    INSERT INTO offers (conversation, person, code, kind, session, project, task, words, enclosure, source_message,
      message_id, state, at_ms)
    VALUES (@conversation, @person, @code, @kind, @session, @project, @task, @words, @enclosure, @sourceMessage,
      @messageId, 'open', @atMs)`);
  const replaceOpen = database.write(
    `UPDATE offers SET state = 'replaced' WHERE ${OF_PERSON} AND state = 'open'`,
  );
  const open = database.read(
    `${SELECT} WHERE ${OF_PERSON} AND state = 'open' ORDER BY seq DESC LIMIT 1`,
    Row,
  );
  const ofMessage = database.read(
    `${SELECT} WHERE conversation = @conversation AND message_id = @messageId`,
    Row,
  );
  const ofCode = database.read(
    `${SELECT} WHERE ${OF_PERSON} AND code = @code ORDER BY seq DESC LIMIT 1`,
    Row,
  );
  const close = database.write("UPDATE offers SET state = @as WHERE seq = @seq AND state <> 'accepted'");
  const removeOld = database.write(
    'DELETE FROM offers WHERE seq IN (SELECT seq FROM offers WHERE at_ms < @beforeMs ORDER BY at_ms LIMIT @most)',
  );
  return {
    add({ enclosure, ...offer }) {
      const { conversation, person } = offer;
      replaceOpen.run({ conversation, person });
      insert.run({ ...offer, enclosure: enclosure === undefined ? undefined : JSON.stringify(enclosure) });
    },
    open: (conversation, person) => open.get({ conversation, person }),
    ofMessage: (conversation, messageId) => ofMessage.get({ conversation, messageId }),
    ofCode: (conversation, person, code) => ofCode.get({ conversation, person, code }),
    close: (seq, as) => close.run({ seq, as }).changes > 0,
    replaceOpen: (conversation, person) => void replaceOpen.run({ conversation, person }),
    removeOld: (beforeMs, most) => removeOld.run({ beforeMs, most }).changes,
  };
}
