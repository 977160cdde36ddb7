import type { WAMessage } from '@whiskeysockets/baileys';
import type { ChannelReceiver, InboundMessage } from '../../contracts/channel.ts';
import type { JournalKey, JournalStanza, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { createSerialQueue } from '../../core/work-queues.ts';
import { untilStored } from '../until-stored.ts';
import { type ArrivalOrder, messageKeyOf } from './arrival-order.ts';
import type { Client } from './client.ts';
import {
  bareJid,
  isConversation,
  isGroup,
  type OwnAddresses,
  personOf,
  phoneOf,
  type WhatsAppAuthor,
  type WhatsAppPerson,
} from './identity.ts';
import {
  authorOf,
  expirationOf,
  gestureOf,
  type InboundContent,
  inboundContent,
  isAddressed,
  journalKeyOf,
  numberOf,
  type QuotedMessage,
} from './inbound.ts';
import type { Journal } from './journal.ts';
import { addressOf, rememberContact } from './known-chats.ts';
import { attachmentOf } from './media.ts';

/** A message that could never be decrypted; its author has to be asked to write it again. */
export interface UnreadableMessage {
  readonly chat: string;
  readonly sender: string;
  readonly id: string;
  readonly sentAtMs: number;
}

interface IntakeParts {
  readonly store: WhatsAppStore;
  readonly account: string;
  readonly journal: Journal;
  readonly order: ArrivalOrder;
  readonly clock: Clock;
  readonly log: Log;
  /** The number behind a LID, from earlier messages. */
  phoneOfLid(lid: string): string | undefined;
  /** Called when a person wrote in this chat. */
  onHeard(chat: string): void;
  /** Messages in this chat disappear after so many seconds; 0 when they never do. */
  noteExpiration(chat: string, seconds: number): void;
  /** True for a stranger: nothing that they write is read, and they get no sign, not even that it arrived. */
  isStranger(author: WhatsAppAuthor): boolean;
  /** True for a listed person: what they write to themselves is for the program. */
  isListed(author: WhatsAppAuthor): boolean;
}

/** Facts that are known once the client runs. */
export interface IntakeContext {
  readonly client: Client;
  readonly own: OwnAddresses;
}

/** Converts the client's messages to those of the channel: one after the other, each until it is stored. */
export class WhatsAppIntake {
  readonly #parts: IntakeParts;
  readonly #receiver: Pick<ChannelReceiver, 'receive'>;
  readonly #stopping: AbortSignal;
  /** Messages that are being handed over, or that a bug refused: they are not handed over a second time. */
  readonly #inHand = new Set<string>();
  readonly #ownChat: OwnChat;
  readonly #queue = createSerialQueue();

  constructor(parts: IntakeParts, receiver: Pick<ChannelReceiver, 'receive'>, stopping: AbortSignal) {
    this.#parts = parts;
    this.#ownChat = new OwnChat(parts);
    this.#receiver = receiver;
    this.#stopping = stopping;
  }

  /** Queues a message. Own messages are left out, except accepted notes, and so are status posts and newsletters. */
  hand(message: WAMessage, delayed: boolean, context: IntakeContext): void {
    const { key } = message;
    if (!isConversation(key.remoteJid ?? '')) return;
    if (key.fromMe === true && !this.#ownChat.isNote(message)) return;
    const seconds = expirationOf(message);
    const chat = chatNameOf(bareJid(key.remoteJid ?? ''), this.personOf(message, context.own));
    if (seconds !== undefined) this.#parts.noteExpiration(chat, seconds);
    const content = inboundContent(message, context.own);
    if (content === undefined) {
      this.#skip(message);
      return;
    }
    const name = messageKeyOf(journalKeyOf(message));
    if (this.#inHand.has(name)) {
      this.#parts.order.noteRepeat(journalKeyOf(message));
      return;
    }
    this.#inHand.add(name);
    this.#parts.order.ready(journalKeyOf(message), () => {
      void this.#queue.run(async () => {
        const done = await this.#deliver({ message, content, delayed, context });
        if (!done) return;
        this.#inHand.delete(name);
        this.#ownChat.handedOn(message);
      });
    });
  }

  /** Like `hand`, for messages from the journal. */
  queueLeft(message: WAMessage, context: IntakeContext): void {
    const key = journalKeyOf(message);
    if (message.key.fromMe !== true || this.takesNote(key, context.own)) this.hand(message, true, context);
    // The own number is no longer listed.
    else {
      this.#parts.order.noteLeftOut(key);
      this.#parts.journal.markStored(key);
    }
  }

  /** True when a message of the own phone in the chat with itself is for the program. */
  takesNote(note: JournalKey, own: OwnAddresses): boolean {
    return this.#ownChat.takes(note, own);
  }

  /**
   * True when it is from a stranger: then the client must not see it. Its author and time are handed on without its
   * content.
   */
  rejectStranger(stanza: JournalStanza): boolean {
    const { chat, participant, id, attributes } = stanza;
    const alternative =
      attributes[participant === '' ? 'sender_pn' : 'participant_pn'] ??
      attributes[participant === '' ? 'sender_lid' : 'participant_lid'];
    const jid = participant === '' ? chat : participant;
    const person = personOf({ jid, alternative }, (lid) => this.#parts.phoneOfLid(lid));
    const author = { sender: person.id, chat: chatNameOf(chat, person), inGroup: participant !== '' };
    if (!this.#parts.isStranger(author)) return false;
    const { account } = this.#parts;
    const inbound: InboundMessage = {
      account,
      chat: author.chat,
      sender: author.sender,
      id,
      text: '',
      sentAtMs: Number(attributes.t ?? 0) * 1000,
      ...(author.inGroup ? { group: { addressed: false } } : {}),
    };
    void this.#queue.run(async () => {
      try {
        await this.#store(inbound);
      } catch (error) {
        this.#parts.log.error('channel.whatsapp.intake.failed', { message: id, error: messageOf(error) });
      }
    });
    return true;
  }

  /** Resolves when all messages so far are stored, or were given up because the channel stops. */
  whenSettled(): Promise<void> {
    return this.#queue.settled();
  }

  isQueued(message: Pick<WAMessage, 'key'>): boolean {
    return this.#inHand.has(messageKeyOf(journalKeyOf(message)));
  }

  /**
   * Keys, settings and the like need no answer, so nothing of them is kept. A stub without text may still get one.
   */
  #skip(message: WAMessage): void {
    if (!message.message) return;
    this.#ownChat.handedOn(message);
    this.#parts.order.noteLeftOut(journalKeyOf(message));
    this.#parts.journal.markStored(journalKeyOf(message));
  }

  async #deliver(work: IntakeDelivery): Promise<boolean> {
    const { log, journal } = this.#parts;
    try {
      const inbound = this.#inbound(work);
      if (inbound !== undefined) this.#parts.onHeard(inbound.chat);
      if (inbound !== undefined && !(await this.#store(inbound))) return false;
      journal.markStored(journalKeyOf(work.message));
      return true;
    } catch (error) {
      log.error('channel.whatsapp.intake.failed', { message: work.message.key.id, error: messageOf(error) });
      return false;
    }
  }

  /** False when the channel stopped before there was room. */
  async #store(inbound: InboundMessage): Promise<boolean> {
    const { clock, log } = this.#parts;
    return await untilStored(() => this.#receiver.receive(inbound), {
      clock,
      signal: this.#stopping,
      onWait: ({ message }) =>
        log.warn('channel.whatsapp.intake.waits', { message: inbound.id, error: message }),
    });
  }

  #inbound({ message, content, delayed, context }: IntakeDelivery): InboundMessage | undefined {
    const { key } = message;
    const person = this.personOf(message, context.own);
    const chat = this.#chatOf(key.remoteJid ?? '', person);
    const base = {
      account: this.#parts.account,
      chat,
      sender: person.id,
      id: key.id ?? '',
      text: '',
      sentAtMs: sentAtMs(message),
      ...(delayed ? { delayed: true } : {}),
      ...(isGroup(chat) ? { group: { addressed: isAddressed(message, context.own) } } : {}),
    };
    if (this.#ownChat.isAboutOurs(message, content)) return undefined;
    if (content.kind !== 'message') {
      const gesture = gestureOf(content, message, {
        store: this.#parts.store,
        account: this.#parts.account,
        log: this.#parts.log,
        client: context.client,
        own: context.own,
      });
      return gesture === undefined ? undefined : { ...base, gesture };
    }
    const { text, quoted, forwarded, media } = content;
    return {
      ...base,
      text,
      ...(quoted === undefined
        ? {}
        : {
            quotedId: quoted.id,
            quoted: { author: this.#ownChat.authorOf(message, quoted), text: quoted.text },
          }),
      ...(forwarded ? { forwarded } : {}),
      ...(media === undefined ? {} : { attachments: [attachmentOf(media, message, context.client)] }),
    };
  }

  /** Called when an unreadable message came in this chat. */
  rememberAddress(chat: string): void {
    rememberContact(chat, addressOf(chat, this.#parts), this.#parts);
  }

  personOf({ key }: Pick<WAMessage, 'key'>, own: OwnAddresses): WhatsAppPerson {
    const theirs = (key.participant ? key.participantAlt : key.remoteJidAlt) ?? undefined;
    const alternative = key.fromMe === true ? own.phone : theirs;
    return personOf({ jid: authorOf({ key }), alternative }, (lid) => this.#parts.phoneOfLid(lid));
  }

  /** One person is one chat, whichever address they use; the address for answers is stored beside it. */
  #chatOf(remoteJid: string, person: WhatsAppPerson): string {
    const jid = bareJid(remoteJid);
    const chat = chatNameOf(jid, person);
    rememberContact(chat, jid, this.#parts);
    return chat;
  }
}

/** A group keeps its address; a direct chat is named by the number, once that is known. */
function chatNameOf(jid: string, { id }: WhatsAppPerson): string {
  return isGroup(jid) || !/^\d+$/.test(id) ? jid : `${id}@s.whatsapp.net`;
}

interface IntakeDelivery {
  readonly message: WAMessage;
  readonly content: InboundContent;
  readonly delayed: boolean;
  readonly context: IntakeContext;
}

export function sentAtMs({ messageTimestamp }: Pick<WAMessage, 'messageTimestamp'>): number {
  return (numberOf(messageTimestamp) ?? 0) * 1000;
}

interface OwnChatParts {
  readonly store: Pick<WhatsAppStore, 'sent'>;
  readonly account: string;
  isListed(author: WhatsAppAuthor): boolean;
}

/**
 * The chat of the account with itself: people who link their own number talk to the program there. Both sides have
 * one address in it, so the program's own messages are recognised by their ids, which are stored before sending.
 */
class OwnChat {
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
