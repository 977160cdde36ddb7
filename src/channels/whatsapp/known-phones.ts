import * as z from 'zod';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';

/**
 * The number behind a LID, from the mappings that the client keeps among its keys: they come from WhatsApp's server
 * alone. Needs no connection.
 */
export function knownPhoneOf(
  store: Pick<WhatsAppStore, 'auth'>,
  account: string,
): (lid: string) => string | undefined {
  return (lid) => {
    const user = lid.split(/[@:]/, 1)[0] ?? '';
    const key = `${user}_reverse`;
    const text = store.auth.keys(account, 'lid-mapping', [key]).get(key);
    if (text === undefined) return undefined;
    const read = readBinaryJson(text, z.string());
    return 'value' in read ? `${read.value}@s.whatsapp.net` : undefined;
  };
}

/** The LID of a phone number, if the client has learnt it. */
export function knownLidOf(
  store: Pick<WhatsAppStore, 'auth'>,
  account: string,
): (phone: string) => string | undefined {
  return (phone) => {
    const text = store.auth.keys(account, 'lid-mapping', [phone]).get(phone);
    if (text === undefined) return undefined;
    const read = readBinaryJson(text, z.string());
    return 'value' in read ? `${read.value}@lid` : undefined;
  };
}
