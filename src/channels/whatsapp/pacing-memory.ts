import * as z from 'zod';
import type { KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { noteOf, readNote } from './account-notes.ts';
import { readBinaryJson } from './binary-json.ts';

/**
 * The state of pacing that must outlive the program: a lock and, during one, who wrote just before; otherwise their
 * answers would wait for the end of the lock. Times in milliseconds since 1970; 0: never.
 */
export interface PacingMemory {
  lockedUntilMs(): number;
  keepLock(untilMs: number): void;
  /** Until when messages to this chat are answers. */
  heardUntilMs(chat: string): number;
  keepHeard(chat: string, untilMs: number): void;
}

interface Parts {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly account: string;
  remember(change: KeyChange): void;
}

const HEARD = 'heard-until';

export function storedPacing({ store, account, remember }: Parts): PacingMemory {
  return {
    lockedUntilMs: () => readNote({ store, account }, 'first-contact-lock') ?? 0,
    keepLock: (untilMs) => remember(noteOf('first-contact-lock', untilMs)),
    heardUntilMs(chat) {
      const text = store.auth.keys(account, HEARD, [chat]).get(chat);
      const read = text === undefined ? undefined : readBinaryJson(text, z.number());
      return read !== undefined && 'value' in read ? read.value : 0;
    },
    keepHeard: (chat, untilMs) => remember({ type: HEARD, id: chat, value: JSON.stringify(untilMs) }),
  };
}
