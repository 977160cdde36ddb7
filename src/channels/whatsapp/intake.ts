import type { WAMessage } from '@whiskeysockets/baileys';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { ChannelReceiver, InboundMessage } from '../../contracts/channel.ts';
import type { JournalKey, JournalStanza, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { untilStored } from '../until-stored.ts';
import { type ArrivalOrder, nameOf } from './arrival-order.ts';
import type { Client } from './client.ts';
import { addressOf, meet } from './contacts.ts';
import { gestureOf } from './gesture.ts';
import {
  type Author,
  bareJid,
  isConversation,
  isGroup,
  type OwnAddresses,
  type Person,
  personOf,
} from './identity.ts';
import {
  authorOf,
  contentOf,
  expirationOf,
  type InboundContent,
  isAddressed,
  journalKeyOf,
  numberOf,
} from './inbound.ts';
import type { Journal } from './journal.ts';
import { attachmentOf } from './media.ts';
import { OwnChat } from './own-chat.ts';

/** A message that never could be decrypted; whoever wrote it has to be asked to write it again. */
export interface UnreadableMessage {
  readonly chat: string;
  readonly sender: string;
  readonly id: string;
  readonly sentAtMs: number;
}

export interface IntakeParts {
  readonly store: WhatsAppStore;
  readonly account: string;
  readonly journal: Journal;
  readonly order: ArrivalOrder;
  readonly clock: Clock;
  readonly log: Log;
  /** The number behind a LID, from what earlier messages said. */
  phoneOfLid(lid: string): string | undefined;
  /** Somebody wrote in this chat. */
  heard(chat: string): void;
  /** Messages in this chat disappear after so many seconds; 0: they stay. */
  expires(chat: string, seconds: number): void;
  /** Nothing of what they write is read, and they learn nothing, not even that it arrived. */
  isStranger(author: Author): boolean;
  /** They are listed: what they write to themselves is written to the program. */
  isListed(author: Author): boolean;
}

/** What is known once the client runs. */
export interface IntakeContext {
  readonly client: Client;
  readonly own: OwnAddresses;
}

/** From the client's messages to those of the channel: one after the other, each until it is stored. */
export class WhatsAppIntake {
  readonly #parts: IntakeParts;
  readonly #receiver: Pick<ChannelReceiver, 'receive'>;
  readonly #stopping: AbortSignal;
  /** Being handed over, or refused by a fault of ours: they are not handed over a second time. */
  readonly #inHand = new Set<string>();
  readonly #ownChat: OwnChat;
  #tail: Promise<void> = Promise.resolve();

  constructor(parts: IntakeParts, receiver: Pick<ChannelReceiver, 'receive'>, stopping: AbortSignal) {
    this.#parts = parts;
    this.#ownChat = new OwnChat(parts);
    this.#receiver = receiver;
    this.#stopping = stopping;
  }

  /**
   * Takes a message into the queue. Own ones, unless they are notes that were taken, and those of status posts and
   * newsletters are left out.
   */
  hand(message: WAMessage, delayed: boolean, context: IntakeContext): void {
    const { key } = message;
    if (!isConversation(key.remoteJid ?? '')) return;
    if (key.fromMe === true && !this.#ownChat.isNote(message)) return;
    const seconds = expirationOf(message);
    const chat = chatNameOf(bareJid(key.remoteJid ?? ''), this.personOf(message, context.own));
    if (seconds !== undefined) this.#parts.expires(chat, seconds);
    const content = contentOf(message, context.own);
    if (content === undefined) {
      this.#skip(message);
      return;
    }
    const name = nameOf(journalKeyOf(message));
    if (this.#inHand.has(name)) return;
    this.#inHand.add(name);
    this.#parts.order.ready(journalKeyOf(message), () => {
      this.#tail = this.#tail.then(async () => {
        const done = await this.#deliver({ message, content, delayed, context });
        if (!done) return;
        this.#inHand.delete(name);
        this.#ownChat.handedOn(message);
      });
    });
  }

  /** As `hand`, of what stands in the journal. */
  handLeft(message: WAMessage, context: IntakeContext): void {
    const key = journalKeyOf(message);
    if (message.key.fromMe !== true || this.takesNote(key, context.own)) this.hand(message, true, context);
    // The own number is no longer listed.
    else {
      this.#parts.order.left(key);
      this.#parts.journal.stored(key);
    }
  }

  /** Whether what the own phone wrote into the chat with itself is a message to the program. */
  takesNote(note: JournalKey, own: OwnAddresses): boolean {
    return this.#ownChat.takes(note, own);
  }

  /**
   * True when this is from a stranger: then the client must not see it. Who wrote, and when, is handed in, without a
   * word of it.
   */
  turnAway(stanza: JournalStanza): boolean {
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
    this.#tail = this.#tail.then(async () => {
      try {
        await this.#store(inbound);
      } catch (error) {
        this.#parts.log.error('channel.whatsapp.intake.failed', { message: id, error: messageOf(error) });
      }
    });
    return true;
  }

  /** Resolves when everything handed in so far is stored, or was given up because the channel stops. */
  settled(): Promise<void> {
    return this.#tail;
  }

  isInHand(message: Pick<WAMessage, 'key'>): boolean {
    return this.#inHand.has(nameOf(journalKeyOf(message)));
  }

  /** Keys, settings and the like need no answer, so nothing of them is kept. A stub without a text still may get one. */
  #skip(message: WAMessage): void {
    if (!message.message) return;
    this.#ownChat.handedOn(message);
    this.#parts.order.left(journalKeyOf(message));
    this.#parts.journal.stored(journalKeyOf(message));
  }

  async #deliver(work: Delivery): Promise<boolean> {
    const { log, journal } = this.#parts;
    try {
      const inbound = this.#inbound(work);
      if (inbound !== undefined) this.#parts.heard(inbound.chat);
      if (inbound !== undefined && !(await this.#store(inbound))) return false;
      journal.stored(journalKeyOf(work.message));
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

  #inbound({ message, content, delayed, context }: Delivery): InboundMessage | undefined {
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
      const gesture = gestureOf(content, message, { ...this.#parts, ...context });
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

  /** Somebody wrote in this chat what nobody can read. */
  met(chat: string): void {
    meet(chat, addressOf(chat, this.#parts), this.#parts);
  }

  personOf({ key }: Pick<WAMessage, 'key'>, own: OwnAddresses): Person {
    const theirs = (key.participant ? key.participantAlt : key.remoteJidAlt) ?? undefined;
    const alternative = key.fromMe === true ? own.phone : theirs;
    return personOf({ jid: authorOf({ key }), alternative }, (lid) => this.#parts.phoneOfLid(lid));
  }

  /** One person is one chat, under whichever address they write; where to answer is remembered beside it. */
  #chatOf(remoteJid: string, person: Person): string {
    const jid = bareJid(remoteJid);
    const chat = chatNameOf(jid, person);
    meet(chat, jid, this.#parts);
    return chat;
  }
}

/** A group keeps its address; a direct chat is named by the number, as soon as that is known. */
function chatNameOf(jid: string, { id }: Person): string {
  return isGroup(jid) || !/^\d+$/.test(id) ? jid : `${id}@s.whatsapp.net`;
}

interface Delivery {
  readonly message: WAMessage;
  readonly content: InboundContent;
  readonly delayed: boolean;
  readonly context: IntakeContext;
}

export function sentAtMs({ messageTimestamp }: Pick<WAMessage, 'messageTimestamp'>): number {
  return (numberOf(messageTimestamp) ?? 0) * 1000;
}
