/** Everything the server knows, across the client's connections. */
import type { proto } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import type { ServerEvents } from './events.ts';
import type { Faults } from './faults.ts';
import type { GroupRecord } from './group-record.ts';
import { addressOf, lidJid, pnJid } from './jids.ts';
import type { MediaStore } from './media.ts';
import type { NoiseIdentity } from './noise.ts';
import type { Companion } from './pairing.ts';
import type { Queue } from './queue.ts';
import type { Arrived } from './received.ts';
import type { SignalDevice, SignedPreKey } from './signal-device.ts';
import type { Watch } from './watch.ts';

export type Account = { readonly phone: string; readonly lid: string; readonly name: string };

/** The client as a device of the account. */
export type LinkedDevice = {
  readonly id: number;
  readonly noiseKey: Buffer;
  readonly identity: Buffer;
  readonly registrationId: number;
  /** What the phone has vouched for. */
  readonly details: Buffer;
  signedPreKey: SignedPreKey;
  /** One-time keys that nobody has taken, by id. */
  readonly preKeys: Map<number, Buffer>;
  /** Whether the phone has sent its keys and the history, which it does once. */
  welcomed: boolean;
  /**
   * The device identity that was last proven: to verify a signature takes longer than all else that a message takes
   * here.
   */
  provenIdentity: Buffer | undefined;
};

export type Sent = {
  readonly id: string;
  readonly chat: string;
  /** Which of the writer's devices wrote it. */
  readonly device: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly message: proto.IMessage;
  readonly attributes: Readonly<Record<string, string | undefined>>;
};

/** What a person's phone does by itself. */
export type Habits = {
  /** Sends delivery receipts. */
  delivers: boolean;
  /** Sends read receipts. */
  reads: boolean;
  /** Uploads its media again when it is asked to. */
  uploadsAgain: boolean;
};

/** A person with devices; the owner's phone is one too. */
export type Contact = {
  readonly name: string;
  readonly phone: string;
  readonly lid: string;
  readonly devices: SignalDevice[];
  readonly received: Arrived[];
  /** What this person wrote, by id, to be encrypted again. */
  readonly sent: Map<string, Sent>;
  readonly habits: Habits;
};

export type World = {
  readonly account: Account;
  /** What cannot be read is asked for again, as phones do, instead of being a problem. */
  readonly expectsCrashes: boolean;
  /** A new client is asked for all of its one-time keys, as WhatsApp does. */
  readonly wantsAllKeys: boolean;
  readonly noise: NoiseIdentity;
  /** The phone of the account, whose identity key vouches for the client. */
  readonly phone: Contact;
  /** By phone number and by LID; the phone among them. */
  readonly contacts: Map<string, Contact>;
  readonly groups: Map<string, GroupRecord>;
  readonly media: MediaStore;
  readonly queue: Queue;
  readonly faults: Faults;
  readonly events: ServerEvents;
  readonly watch: Watch;
  /** What a well-behaved client never does, and what this server does not know. */
  readonly problems: string[];
  /** 127.0.0.1:PORT. */
  host: string;
  linked: LinkedDevice | undefined;
  /** The connection that is logged in. */
  live: Connection | undefined;
  /** The client that waits to be paired. */
  unpaired: Companion | undefined;
  /** Does one thing after the other, so that messages leave in the order of the calls. */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
};

export function report(world: World, problem: string): void {
  world.problems.push(problem);
  world.watch.changed();
}

export function contactOf(world: World, jid: string): Contact | undefined {
  return world.contacts.get(addressOf(jid).user);
}

/** @throws Error while nothing is linked */
export function linkedDevice(world: World): LinkedDevice {
  if (world.linked === undefined) throw new Error('the account has no linked device: pair the client first');
  return world.linked;
}

/** The account's address as chats of that kind show it. */
export function accountJid(world: World, as: 'pn' | 'lid'): string {
  return as === 'pn' ? pnJid(world.account.phone) : lidJid(world.account.lid);
}

export function contactJid({ phone, lid }: Contact, as: 'pn' | 'lid', device = 0): string {
  return as === 'pn' ? pnJid(phone, device) : lidJid(lid, device);
}

export function seconds(): string {
  return String(Math.floor(Date.now() / 1000));
}
