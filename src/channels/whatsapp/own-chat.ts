import type { WAMessage } from '@whiskeysockets/baileys';
import type { JournalKey, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { messageKeyOf } from './arrival-order.ts';
import { type OwnAddresses, phoneOf, type WhatsAppAuthor } from './identity.ts';
import { type InboundContent, journalKeyOf, type QuotedMessage } from './inbound.ts';

export interface OwnChatParts {
  readonly store: Pick<WhatsAppStore, 'sent'>;
  readonly account: string;
  isListed(author: WhatsAppAuthor): boolean;
}

/**
 * The chat of the account with itself: people who link their own number talk to the program there. Both sides have
 * one address in it, so the program's own messages are recognised by their ids, which are stored before sending.
 */
export class OwnChat {
  readonly #parts: OwnChatParts;
  /** Notes of the own phone that are being processed. */
  readonly #notes = new Set<string>();

  constructor(parts: OwnChatParts) {
    this.#parts = parts;
  }

  /**
   * True when a message of the own phone in this chat is for the program: its number is listed, and the program has
   * not sent it itself.
   */
  takes(note: JournalKey, own: OwnAddresses): boolean {
    const sender = phoneOf(own.phone);
    if (sender === undefined || this.#hasSent(note.id)) return false;
    if (!this.#parts.isListed({ sender, chat: `${sender}@s.whatsapp.net`, inGroup: false })) return false;
    this.#notes.add(messageKeyOf(note));
    return true;
  }

  /** True for a note; all other messages of the account itself are ignored. */
  isNote(message: Pick<WAMessage, 'key'>): boolean {
    return this.#notes.has(messageKeyOf(journalKeyOf(message)));
  }

  handedOn(message: Pick<WAMessage, 'key'>): void {
    this.#notes.delete(messageKeyOf(journalKeyOf(message)));
  }

  /** The phone considers the program's messages its own, so it can edit them: such edits are not for the program. */
  isAboutOurs({ key }: Pick<WAMessage, 'key'>, content: InboundContent): boolean {
    const changes = content.kind === 'edit' || content.kind === 'delete';
    return changes && key.fromMe === true && this.#hasSent(content.target);
  }

  authorOf({ key }: Pick<WAMessage, 'key'>, { id, author }: QuotedMessage): QuotedMessage['author'] {
    return key.fromMe === true && author === 'program' && !this.#hasSent(id) ? 'sender' : author;
  }

  #hasSent(id: string): boolean {
    return this.#parts.store.sent.get(this.#parts.account, id) !== undefined;
  }
}
