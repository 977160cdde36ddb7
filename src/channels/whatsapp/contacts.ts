import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { Failure } from '../../core/failure.ts';
import { phoneOf, sameUser } from './identity.ts';

interface Contacts {
  readonly store: Pick<WhatsAppStore, 'contacts'>;
  readonly account: string;
}

/**
 * Call it when a message arrives in this chat: from then on the program may write to the address it came from.
 */
export function meet(chat: string, jid: string, { store, account }: Contacts): void {
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
  throw new Failure(
    'denied',
    'Nobody has written to the program in this chat yet, and it never writes first. Let them send a message.',
  );
}

function nameOf(chat: string): string {
  return phoneOf(chat) ?? chat;
}
