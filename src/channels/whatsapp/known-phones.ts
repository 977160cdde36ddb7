import * as z from 'zod';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';

/**
 * The number behind a LID, from the mappings that the client keeps among its keys: only what WhatsApp's server said is
 * in them. Needs no connection.
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
