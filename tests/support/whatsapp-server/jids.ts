/** Addresses: a user at a server, and which of the user's devices. */

export type Address = { readonly user: string; readonly server: string; readonly device: number };

/** As the server names itself. With the @: the client compares the string. */
export const SERVER = '@s.whatsapp.net';

export function pnJid(phone: string, device = 0): string {
  return jid({ user: phone, server: 's.whatsapp.net', device });
}

export function lidJid(lid: string, device = 0): string {
  return jid({ user: lid, server: 'lid', device });
}

/** @throws Error for text without an @ */
export function addressOf(text: string): Address {
  const at = text.indexOf('@');
  if (at === -1) throw new Error(`not an address: ${text}`);
  const [user = '', device = '0'] = text.slice(0, at).split(':');
  return { user, server: text.slice(at + 1), device: Number(device) };
}

/** Without the device. */
export function userJid(text: string): string {
  return jid({ ...addressOf(text), device: 0 });
}

export function isLid(text: string): boolean {
  return addressOf(text).server === 'lid';
}

export function isGroup(text: string): boolean {
  return addressOf(text).server === 'g.us';
}

function jid({ user, server, device }: Address): string {
  return `${user}${device === 0 ? '' : `:${device}`}@${server}`;
}
