import { createHash, randomBytes, randomInt } from 'node:crypto';
import { utcDay } from './clock.ts';

/** A string that is known to be an id of one kind; the type checker keeps kinds apart. */
export type Id<Kind extends string> = string & { readonly __kind: Kind };

/** `<channel>:<chat address>`, unique across channels. */
export type ConversationId = Id<'conversation'>;
/** One `/agent` task or one read-only talk. Matches `[a-z0-9-]{8,40}`: it names a file. */
export type SessionId = Id<'session'>;
/** The model's id of one tool call; unique within a session. */
export type CallId = Id<'call'>;
/** Short enough to type on a phone: three characters without look-alikes. */
export type ApprovalId = Id<'approval'>;
/** One run of this program on one data folder. */
export type InstanceId = Id<'instance'>;
/** One started command; also the name of its folder. */
export type ProcessId = Id<'process'>;

const SESSION_ID = /^[a-z0-9-]{8,40}$/;

// 0/o, 1/l/i and u/v are left out: the id is read from one screen and typed on another.
const POLL_MARK = '01';
const MESSAGE_ID_LENGTH = 22;

const TYPEABLE = '23456789abcdefghjkmnpqrstwxyz';
/** No vowels either: two letters would often be a word, as `no` and `as`. */
const CONSONANTS = 'bcdfghjkmnpqrstwxz';

const DIGITS = '23456789';

/** The only place where a conversation id is made. */
export function conversationId(channel: string, chat: string): ConversationId {
  return `${channel}:${chat}` as ConversationId;
}

/** Sortable by day, unique enough for one machine: `20261120-7f3a9c21`. */
export function newSessionId(nowMs: number): SessionId {
  const day = utcDay(nowMs).replaceAll('-', '');
  return `${day}-${randomBytes(4).toString('hex')}` as SessionId;
}

/** Reads an id typed by a person or found on disk; undefined when it cannot be one. */
export function sessionIdOf(text: string): SessionId | undefined {
  return SESSION_ID.test(text) ? (text as SessionId) : undefined;
}

export function newApprovalId(): ApprovalId {
  return randomCode(3) as ApprovalId;
}

export function newInstanceId(): InstanceId {
  return randomBytes(8).toString('hex') as InstanceId;
}

export function newProcessId(): ProcessId {
  return `p-${randomCode(6)}` as ProcessId;
}

/** Preset id of an outgoing message: the same id is used again when a send is repeated. */
export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
}

/**
 * The id of a message that may be written more than once, by one machine or by several: the same words have the same
 * id.
 */
export function messageIdOf(words: string): string {
  return `3EB0${createHash('sha256').update(words).digest('hex').slice(0, 18).toUpperCase()}`;
}

/** Id of a question's poll: a vote, a quotation or a reaction on it answers that question. */
export function pollIdOf(questionId: string): string {
  return `${questionId}${POLL_MARK}`;
}

/** The question behind a message, which may be its poll. */
export function questionIdOf(messageId: string): string {
  const isPoll = messageId.length === MESSAGE_ID_LENGTH + POLL_MARK.length && messageId.endsWith(POLL_MARK);
  return isPoll ? messageId.slice(0, -POLL_MARK.length) : messageId;
}

/** A job's name: one letter more than an approval's, so that neither is taken for the other. */
export function newJobId(): Id<'job'> {
  return randomCode(4) as Id<'job'>;
}

/** The code of an offer: a digit and a letter, so that it equals no word and no code of another kind. */
export function newOfferCode(): string {
  return `${randomCode(1, DIGITS)}${randomCode(1, CONSONANTS)}`;
}

/** A cron's name in its chat. */
export function newCronName(length: 2 | 3): string {
  return randomCode(length, CONSONANTS);
}

function randomCode(length: number, letters = TYPEABLE): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

const UNSEEN = 'cron:';

/** Id of a message that the program writes in a person's name: it is in no chat, so nothing can react to it. */
export function unseenMessageId(rest: string): string {
  return `${UNSEEN}${rest}`;
}

export function isUnseenMessage(id: string): boolean {
  return id.startsWith(UNSEEN);
}
