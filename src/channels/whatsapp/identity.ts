/** Addresses of WhatsApp: `<user>[:device]@<server>`. */

/** Name of the channel. */
export const WHATSAPP = 'whatsapp';

/** The chat with the person who has this number, in digits. */
export function chatWith(phone: string): string {
  return `${phone}@s.whatsapp.net`;
}

const PHONE_SERVERS = ['s.whatsapp.net', 'c.us', 'hosted'];
const LID_SERVERS = ['lid', 'hosted.lid'];

function addressOf(jid: string): { readonly user: string; readonly server: string } {
  const at = jid.lastIndexOf('@');
  const user = (at === -1 ? jid : jid.slice(0, at)).split(/[:_]/, 1)[0] ?? '';
  return { user, server: at === -1 ? '' : jid.slice(at + 1) };
}

/** The same address without its device: the name of a chat. */
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

/** True for people and groups; status posts, broadcast lists, newsletters and WhatsApp's own bots are ignored. */
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
 * True for a message of the own phone in the chat with itself, by the attributes of its stanza. Other linked devices
 * do not count, so that two programs on one account never answer each other.
 */
export function isNoteToSelf(
  { from, participant, recipient, category }: Readonly<Record<string, string | undefined>>,
  own: OwnAddresses,
): boolean {
  if (participant !== undefined || category === 'peer') return false;
  const toSelf = recipient === undefined || isOwn(recipient, own);
  return toSelf && isOwn(from, own) && isPhoneItself(from);
}

/** Linked devices have a number; the phone's is 0, and left out. */
function isPhoneItself(jid: string | undefined): boolean {
  return jid !== undefined && (/^[^:@]*@/.test(jid) || /:0@/.test(jid));
}

/** A person: the digits of the phone number, or the LID as an address while the number is unknown. */
export interface WhatsAppPerson {
  readonly id: string;
  /** The address that was used for this person. */
  readonly jid: string;
}

/** The author of a message, as far as that is known before it is decrypted. */
export interface WhatsAppAuthor {
  /** Digits of the phone number, or a LID as an address. */
  readonly sender: string;
  readonly chat: string;
  readonly inGroup: boolean;
}

/**
 * @param alternative the same person's other address according to the server
 * @param phoneOfLid known from earlier messages
 */
export function personOf(
  { jid, alternative }: { readonly jid: string; readonly alternative: string | undefined },
  phoneOfLid: (lid: string) => string | undefined,
): WhatsAppPerson {
  const bare = bareJid(jid);
  const phone = phoneOf(bare) ?? phoneOf(alternative);
  if (phone !== undefined) return { id: phone, jid: bare };
  const known = isLid(bare) ? phoneOf(phoneOfLid(bare)) : undefined;
  return { id: known ?? bare, jid: bare };
}
