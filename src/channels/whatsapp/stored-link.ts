import * as z from 'zod';
import type { LeaseRow, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { readBinaryJson } from './binary-json.ts';
import { phoneOf } from './identity.ts';

/** Facts about the link from the rows, without a connection. */
export interface StoredLink {
  readonly device:
    | { readonly kind: 'none' }
    | { readonly kind: 'linked'; readonly number: string | undefined }
    | { readonly kind: 'unreadable' };
  readonly lease: LeaseRow | undefined;
  /** The LID of a phone number, if it is known. */
  lidOf(phone: string): string | undefined;
}

const Device = z.object({ me: z.object({ id: z.string() }).optional(), account: z.unknown().optional() });

export function storedLink(store: Pick<WhatsAppStore, 'auth' | 'lease'>): StoredLink {
  return { device: deviceIn(store), lease: store.lease.get(ACCOUNT), lidOf: knownLidOf(store, ACCOUNT) };
}

function deviceIn({ auth }: Pick<WhatsAppStore, 'auth'>): StoredLink['device'] {
  const row = auth.credentials(ACCOUNT);
  if (row === undefined) return { kind: 'none' };
  const read = readBinaryJson(row.text, Device);
  if ('problem' in read) return { kind: 'unreadable' };
  const { me, account } = read.value;
  return me === undefined || account === undefined
    ? { kind: 'none' }
    : { kind: 'linked', number: phoneOf(me.id) };
}

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
function knownLidOf(
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

/** The one linked device of a data folder. */
export const ACCOUNT = 'main';
