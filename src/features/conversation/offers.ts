import type { Enclosure } from '../../contracts/enclosures.ts';
import type { ConversationId, SessionId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';

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
