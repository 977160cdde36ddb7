import type { WAVersion } from '@whiskeysockets/baileys';
import * as z from 'zod';
import type { KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';

/** What WhatsApp said of an account and must not be forgotten by a restart. They lie beside its keys. */
interface Notes {
  /** Until when no conversation may be begun, in milliseconds since 1970. */
  readonly 'first-contact-lock': number;
  /** What WhatsApp Web was at when it refused an older version. */
  readonly 'web-version': WAVersion;
}
type NoteName = keyof Notes;
type Note<Name extends NoteName> = Notes[Name];

const SCHEMAS: { readonly [Name in NoteName]: z.ZodType<Notes[Name]> } = {
  'first-contact-lock': z.number(),
  'web-version': z.tuple([z.int(), z.int(), z.int()]),
};

const TYPE = 'note';

/** Undefined when there is none, or none that can be read: then WhatsApp will say it again. */
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
