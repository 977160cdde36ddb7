import type { WAVersion } from '@whiskeysockets/baileys';
import * as z from 'zod';
import type { Fence, KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { readBinaryJson } from './binary-json.ts';

interface AccountRows {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes a row beside the keys of the account. Never throws: a value that cannot be written is known until the
 * program ends.
 */
export function storeKeyChange(change: KeyChange, { store, fence, clock, log }: AccountRows): void {
  try {
    store.auth.changeKeys(fence, [change], clock.nowMs());
  } catch (error) {
    log.warn('channel.whatsapp.not_remembered', { what: change.type, error: messageOf(error) });
  }
}

/** Moves the linked device aside. Returns the new place; undefined when there was none, or moving failed. */
export function putAside(why: string, { store, fence, clock, log }: AccountRows): string | undefined {
  const { account } = fence;
  if (store.auth.credentials(account) === undefined) return undefined;
  const aside = `${account}, put aside ${new Date(clock.nowMs()).toISOString()}`;
  try {
    store.auth.quarantine(fence, aside);
    log.warn('channel.whatsapp.credentials.put_aside', { reason: why, under: aside });
    return aside;
  } catch (error) {
    log.error('channel.whatsapp.credentials.not_put_aside', { reason: why, error: messageOf(error) });
    return undefined;
  }
}

/** Facts from WhatsApp about an account that must survive a restart. They are stored beside its keys. */
interface AccountNotes {
  /** Until when no conversation may be started, in milliseconds since 1970. */
  readonly 'first-contact-lock': number;
  /** The version of WhatsApp Web when an older one was refused. */
  readonly 'web-version': WAVersion;
}
type NoteName = keyof AccountNotes;
type AccountNote<Name extends NoteName> = AccountNotes[Name];

const SCHEMAS: { readonly [Name in NoteName]: z.ZodType<AccountNotes[Name]> } = {
  'first-contact-lock': z.number(),
  'web-version': z.tuple([z.int(), z.int(), z.int()]),
};

const TYPE = 'note';

/** Undefined when it is missing or unreadable: then WhatsApp will send it again. */
export function readNote<Name extends NoteName>(
  { store, account }: { readonly store: Pick<WhatsAppStore, 'auth'>; readonly account: string },
  name: Name,
): AccountNote<Name> | undefined {
  const text = store.auth.keys(account, TYPE, [name]).get(name);
  if (text === undefined) return undefined;
  const read = readBinaryJson(text, SCHEMAS[name]);
  return 'value' in read ? read.value : undefined;
}

/** The note as a row to be written. */
export function noteRow<Name extends NoteName>(name: Name, note: AccountNote<Name>): KeyChange {
  return { type: TYPE, id: name, value: JSON.stringify(note) };
}
