import * as z from 'zod';
import type { KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { readBinaryJson } from './binary-json.ts';
import type { KnownKeys } from './caches.ts';
import { phoneOf, sameUser } from './identity.ts';

interface Contacts {
  readonly store: Pick<WhatsAppStore, 'contacts'>;
  readonly account: string;
}

/**
 * Call it when a message arrives in this chat: from then on the program may write to the address it came from.
 */
export function rememberContact(chat: string, jid: string, { store, account }: Contacts): void {
  const name = nameOf(chat);
  if (store.contacts.replyTo(account, name) !== jid) store.contacts.remember(account, { person: name, jid });
}

/** A chat is named by the person's number; answers go to the address that they last wrote from. */
export function addressOf(chat: string, { store, account }: Contacts): string {
  return store.contacts.replyTo(account, nameOf(chat)) ?? chat;
}

/**
 * The same for a chat in which somebody wrote, or the own one. The program never writes to any other: WhatsApp blocks
 * accounts that write to strangers, and a model's text must not reach new people.
 * @throws Failure `denied`
 */
export function knownAddressOf(chat: string, own: string | undefined, { store, account }: Contacts): string {
  const known = store.contacts.replyTo(account, nameOf(chat));
  if (known !== undefined || sameUser(own, chat)) return known ?? chat;
  throw new Failure('denied', fault('whatsapp-never-first'));
}

function nameOf(chat: string): string {
  return phoneOf(chat) ?? chat;
}

const TYPE = 'chat-expiration';

interface KnownChatsParts {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly account: string;
  readonly known: KnownKeys;
  remember(change: KeyChange): void;
}

/**
 * After how many seconds messages disappear from a chat, according to its last message. A message of ours without
 * that value would stay, and the phone warns about a different setting.
 */
export class ChatExpirations {
  readonly #parts: KnownChatsParts;

  constructor(parts: KnownChatsParts) {
    this.#parts = parts;
  }

  /** 0: they do not disappear. */
  of(chat: string): number {
    const { store, account, known } = this.#parts;
    const kept = known.get(TYPE, chat);
    if (typeof kept === 'number') return kept;
    const text = store.auth.keys(account, TYPE, [chat]).get(chat);
    const read = text === undefined ? undefined : readBinaryJson(text, z.int().min(0));
    const seconds = read !== undefined && 'value' in read ? read.value : 0;
    known.keep(TYPE, chat, seconds);
    return seconds;
  }

  note(chat: string, seconds: number): void {
    if (this.of(chat) === seconds) return;
    const value = seconds === 0 ? undefined : JSON.stringify(seconds);
    this.#parts.remember({ type: TYPE, id: chat, value });
    this.#parts.known.keep(TYPE, chat, seconds);
  }
}
