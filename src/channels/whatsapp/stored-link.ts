import * as z from 'zod';
import type { LeaseRow, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { ACCOUNT } from './account.ts';
import { readBinaryJson } from './binary-json.ts';
import { phoneOf } from './identity.ts';
import { knownLidOf } from './known-phones.ts';

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
