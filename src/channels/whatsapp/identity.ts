/** Addresses of WhatsApp: `<user>[:device]@<server>`. */

const PHONE_SERVERS = ['s.whatsapp.net', 'c.us', 'hosted'];
const LID_SERVERS = ['lid', 'hosted.lid'];

interface Address {
  readonly user: string;
  readonly server: string;
}

function addressOf(jid: string): Address {
  const at = jid.lastIndexOf('@');
  const user = (at === -1 ? jid : jid.slice(0, at)).split(/[:_]/, 1)[0] ?? '';
  return { user, server: at === -1 ? '' : jid.slice(at + 1) };
}

/** The same address without its device: what a chat is called. */
export function bareJid(jid: string): string {
  const { user, server } = addressOf(jid);
  if (server === 'c.us' || server === 'hosted') return `${user}@s.whatsapp.net`;
  return `${user}@${server === 'hosted.lid' ? 'lid' : server}`;
}

/** Digits of a phone number; undefined for every other kind of address. */
export function phoneOf(jid: string | undefined | null): string | undefined {
  if (typeof jid !== 'string') return undefined;
  const { user, server } = addressOf(jid);
  return PHONE_SERVERS.includes(server) && /^\d+$/.test(user) ? user : undefined;
}

function isLid(jid: string): boolean {
  return LID_SERVERS.includes(addressOf(jid).server);
}

export function isGroup(jid: string): boolean {
  return addressOf(jid).server === 'g.us';
}

/** People and groups. Status posts, broadcast lists, newsletters and WhatsApp's own bots are none of our business. */
export function isConversation(jid: string): boolean {
  const { user, server } = addressOf(jid);
  if (user === '' || user === '0') return false;
  return isGroup(jid) || isLid(jid) || PHONE_SERVERS.includes(server);
}

export function sameUser(one: string | undefined | null, other: string | undefined | null): boolean {
  return typeof one === 'string' && typeof other === 'string' && bareJid(one) === bareJid(other);
}

/** The program's own addresses: of its phone number and its LID. */
export interface OwnAddresses {
  readonly phone: string | undefined;
  readonly lid: string | undefined;
}

export function isOwn(jid: string | undefined | null, own: OwnAddresses): boolean {
  return sameUser(jid, own.phone) || sameUser(jid, own.lid);
}

/**
 * What the own phone writes into the chat with itself, by the attributes of its stanza. Other linked devices do not
 * count, so that two programs on one account never answer each other.
 */
export function isNoteToSelf(
  { from, participant, recipient, category }: Readonly<Record<string, string | undefined>>,
  own: OwnAddresses,
): boolean {
  if (participant !== undefined || category === 'peer') return false;
  const toSelf = recipient === undefined || isOwn(recipient, own);
  return toSelf && isOwn(from, own) && isPhoneItself(from);
}

/** Linked devices have a number of their own; the phone's is 0, and left out. */
function isPhoneItself(jid: string | undefined): boolean {
  return jid !== undefined && (/^[^:@]*@/.test(jid) || /:0@/.test(jid));
}

/** Who somebody is: the digits of the phone number, or the LID as an address while the number is not known. */
export interface Person {
  readonly id: string;
  /** The address that was used for them. */
  readonly jid: string;
}

/** Whoever wrote something, as far as that is known before it is decrypted. */
export interface Author {
  /** Digits of the phone number, or a LID as an address. */
  readonly sender: string;
  readonly chat: string;
  readonly inGroup: boolean;
}

/**
 * @param alternative what the server says is the same person's other address
 * @param phoneOfLid what is known from before
 */
export function personOf(
  { jid, alternative }: { readonly jid: string; readonly alternative: string | undefined },
  phoneOfLid: (lid: string) => string | undefined,
): Person {
  const bare = bareJid(jid);
  const phone = phoneOf(bare) ?? phoneOf(alternative);
  if (phone !== undefined) return { id: phone, jid: bare };
  const known = isLid(bare) ? phoneOf(phoneOfLid(bare)) : undefined;
  return { id: known ?? bare, jid: bare };
}
