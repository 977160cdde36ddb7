import type { WAVersion } from '@whiskeysockets/baileys';
import * as z from 'zod';
import type { KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';

/** Facts from WhatsApp about an account that must survive a restart. They are stored beside its keys. */
interface Notes {
  /** Until when no conversation may be started, in milliseconds since 1970. */
  readonly 'first-contact-lock': number;
  /** The version of WhatsApp Web when an older one was refused. */
  readonly 'web-version': WAVersion;
}
type NoteName = keyof Notes;
type Note<Name extends NoteName> = Notes[Name];

const SCHEMAS: { readonly [Name in NoteName]: z.ZodType<Notes[Name]> } = {
  'first-contact-lock': z.number(),
  'web-version': z.tuple([z.int(), z.int(), z.int()]),
};

const TYPE = 'note';

/** Undefined when it is missing or unreadable: then WhatsApp will send it again. */
export function readNote<Name extends NoteName>(
  { store, account }: { readonly store: Pick<WhatsAppStore, 'auth'>; readonly account: string },
  name: Name,
): Note<Name> | undefined {
  const text = store.auth.keys(account, TYPE, [name]).get(name);
  if (text === undefined) return undefined;
  const read = readBinaryJson(text, SCHEMAS[name]);
  return 'value' in read ? read.value : undefined;
}

/** The note as a row to be written. */
export function noteOf<Name extends NoteName>(name: Name, note: Note<Name>): KeyChange {
  return { type: TYPE, id: name, value: JSON.stringify(note) };
}
