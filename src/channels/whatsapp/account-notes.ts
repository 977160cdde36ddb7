import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Fence, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';

/** What WhatsApp said of an account and must not be forgotten by a restart. They lie beside its keys. */
interface Notes {
  /** Until when no conversation may be begun, in milliseconds since 1970. */
  readonly 'first-contact-lock': number;
}
export type NoteName = keyof Notes;
export type Note<Name extends NoteName> = Notes[Name];

const SCHEMAS: { readonly [Name in NoteName]: z.ZodType<Notes[Name]> } = {
  'first-contact-lock': z.number(),
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

export interface NoteWriting {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly log: Log;
}

/** Never throws: what is not written is only known until the program ends. */
export function writeNote<Name extends NoteName>(
  { store, fence, clock, log }: NoteWriting,
  name: Name,
  note: Note<Name>,
): void {
  try {
    store.auth.changeKeys(fence, [{ type: TYPE, id: name, value: JSON.stringify(note) }], clock.nowMs());
  } catch (error) {
    log.warn('channel.whatsapp.note.not_stored', { note: name, error: messageOf(error) });
  }
}
