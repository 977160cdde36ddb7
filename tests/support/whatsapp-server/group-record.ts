/** A group as the server keeps it. */
import type { OwnSenderKey, PeerSenderKey } from './sender-keys.ts';
import type { SignalDevice } from './signal-device.ts';
import type { Contact } from './world.ts';

export type GroupRecord = {
  /** `…@g.us` */
  readonly jid: string;
  subject: string;
  /** How members are named in it. */
  readonly addressing: 'pn' | 'lid';
  /** Seconds since 1970. */
  readonly created: number;
  /** Without the account, whose membership stands in `joined`. */
  readonly members: Contact[];
  readonly admins: Set<Contact>;
  /** Whether the account is a member. */
  joined: boolean;
  /** Keys of the members' devices, and whether the client was given them. */
  readonly senderKeys: Map<SignalDevice, { readonly key: OwnSenderKey; given: boolean }>;
  /** Keys of the client, by member device and key id. */
  readonly clientKeys: Map<string, PeerSenderKey>;
};
