import * as z from 'zod';
import type { KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';

const TYPE = 'chat-expiration';

interface Parts {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly account: string;
  remember(change: KeyChange): void;
}

/**
 * After how many seconds messages disappear from a chat, according to its last message. A message of ours without
 * that value would stay, and the phone warns about a different setting.
 */
export class ChatExpirations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** 0: they do not disappear. */
  of(chat: string): number {
    const { store, account } = this.#parts;
    const text = store.auth.keys(account, TYPE, [chat]).get(chat);
    const read = text === undefined ? undefined : readBinaryJson(text, z.int().min(0));
    return read !== undefined && 'value' in read ? read.value : 0;
  }

  note(chat: string, seconds: number): void {
    if (this.of(chat) === seconds) return;
    const value = seconds === 0 ? undefined : JSON.stringify(seconds);
    this.#parts.remember({ type: TYPE, id: chat, value });
  }
}
