/** Messages of people to the client: encrypted, put into a stanza, queued. */
import { randomBytes } from 'node:crypto';

import { type BinaryNode, proto } from '@whiskeysockets/baileys';

import { pad } from './crypto.ts';
import { takeOne } from './faults.ts';
import type { GroupRecord } from './group-record.ts';
import { isGroup } from './jids.ts';
import { type Attributes, node } from './nodes.ts';
import { takeClientBundle } from './prekeys.ts';
import { createSenderKey, distribution, encryptForGroup } from './sender-keys.ts';
import type { Bundle, SignalDevice } from './signal-device.ts';
import { accountJid, type Contact, contactJid, type Sent, seconds, type World } from './world.ts';

export type Addressing = 'pn' | 'lid';

export type Outgoing = {
  readonly message: proto.IMessage;
  /** Default: a new one. */
  readonly id?: string | undefined;
  /** Which of the writer's devices writes. Default: the phone. */
  readonly device?: number | undefined;
  readonly attributes?: Attributes;
};

/** The address of a chat, as the client knows it. */
export type MessageKey = { readonly id: string; readonly remoteJid: string; readonly participant?: string };

type Enc = { readonly type: string; readonly bytes: Buffer };

export function newMessageId(): string {
  return `AC${randomBytes(15).toString('hex').toUpperCase()}`;
}

/** From a person to the account, in the chat of the two. */
export async function deliverDirect(
  world: World,
  contact: Contact,
  { message, id = newMessageId(), device = 0, as, attributes = {} }: Outgoing & { readonly as: Addressing },
): Promise<MessageKey> {
  const from = contactJid(contact, as, device);
  const alternative =
    as === 'pn' ? { sender_lid: contactJid(contact, 'lid') } : { sender_pn: contactJid(contact, 'pn') };
  const all = { from, ...alternative, ...attributes };
  await send(world, contact, { id, chat: from, device, at: Date.now(), message, attributes: all });
  return { id, remoteJid: from };
}

/** From the account's own phone: what it wrote to somebody, or what only the client is to know. */
export async function deliverFromPhone(
  world: World,
  { message, id = newMessageId(), device = 0, attributes = {} }: Outgoing,
): Promise<string> {
  const from = accountJid(world, 'pn');
  const all = { from, ...attributes };
  await send(world, world.phone, { id, chat: from, device, at: Date.now(), message, attributes: all });
  return id;
}

export async function deliverToGroup(
  world: World,
  { group, contact }: { readonly group: GroupRecord; readonly contact: Contact },
  { message, id = newMessageId(), device = 0, attributes = {} }: Outgoing,
): Promise<MessageKey> {
  const participant = contactJid(contact, group.addressing, device);
  const other =
    group.addressing === 'pn'
      ? { participant_lid: contactJid(contact, 'lid') }
      : { participant_pn: contactJid(contact, 'pn') };
  const base = { from: group.jid, participant, addressing_mode: group.addressing, ...other };
  const all = { ...base, ...attributes };
  await send(world, contact, { id, chat: group.jid, device, at: Date.now(), message, attributes: all });
  return { id, remoteJid: group.jid, participant };
}

/** Encrypts again what was sent before: afresh, in the session there is. */
export async function sendAgain(world: World, contact: Contact, id: string): Promise<void> {
  await put(world, contact, sentBy(contact, id));
}

/**
 * The client could not read a message: it comes again in a new session. A group message comes to this device alone,
 * together with the sender's key.
 * @param bundle what the client's request brought along, else a one-time key from the server is taken
 */
export async function answerRetry(
  world: World,
  contact: Contact,
  { id, bundle, count }: { readonly id: string; readonly bundle: Bundle | undefined; readonly count: string },
): Promise<void> {
  const sent = sentBy(contact, id);
  const device = deviceOf(contact, sent.device);
  await device.startSession(bundle ?? takeClientBundle(world));
  const group = isGroup(sent.chat) ? world.groups.get(sent.chat) : undefined;
  const message = group === undefined ? sent.message : { ...sent.message, ...distributionOf(group, device) };
  const enc = await seal(world, device, message);
  world.queue.put(stanzaOf(contact, sent, [encNode(enc, { count })]));
}

async function send(world: World, contact: Contact, sent: Sent): Promise<void> {
  contact.sent.set(sent.id, sent);
  await put(world, contact, sent);
}

async function put(world: World, contact: Contact, sent: Sent): Promise<void> {
  const group = isGroup(sent.chat) ? world.groups.get(sent.chat) : undefined;
  const device = deviceOf(contact, sent.device);
  const encs =
    group === undefined
      ? [await seal(world, device, sent.message)]
      : await sealForGroup(world, { group, device }, sent.message);
  const spoilt = takeOne(world.faults, 'undecryptable');
  const nodes = encs.map((enc) => encNode(spoilt ? spoil(enc) : enc));
  world.queue.put(stanzaOf(contact, sent, nodes));
}

async function seal(world: World, device: SignalDevice, message: proto.IMessage): Promise<Enc> {
  if (!device.hasSession) await device.startSession(takeClientBundle(world));
  return device.encrypt(encode(message));
}

async function sealForGroup(
  world: World,
  { group, device }: { readonly group: GroupRecord; readonly device: SignalDevice },
  message: proto.IMessage,
): Promise<readonly Enc[]> {
  const own = senderKey(group, device);
  const keys: Enc[] = [];
  if (!own.given) {
    keys.push(await seal(world, device, distributionOf(group, device)));
    own.given = true;
  }
  return [...keys, { type: 'skmsg', bytes: encryptForGroup(own.key, encode(message)) }];
}

function distributionOf(group: GroupRecord, device: SignalDevice): proto.IMessage {
  const axolotlSenderKeyDistributionMessage = distribution(senderKey(group, device).key);
  return { senderKeyDistributionMessage: { groupId: group.jid, axolotlSenderKeyDistributionMessage } };
}

function senderKey(group: GroupRecord, device: SignalDevice) {
  const known = group.senderKeys.get(device);
  if (known !== undefined) return known;
  const fresh = { key: createSenderKey(), given: false };
  group.senderKeys.set(device, fresh);
  return fresh;
}

function stanzaOf(
  contact: Contact,
  { id, message, attributes }: Sent,
  encs: readonly BinaryNode[],
): BinaryNode {
  const attrs = { id, type: stanzaType(message), t: seconds(), notify: contact.name, ...attributes };
  return node('message', attrs, [...encs]);
}

function encNode({ type, bytes }: Enc, attributes: Attributes = {}): BinaryNode {
  return node('enc', { v: '2', type, ...attributes }, bytes);
}

/** Ten bytes from the end lies inside what is authenticated, whatever the kind. */
function spoil({ type, bytes }: Enc): Enc {
  const spoilt = Buffer.from(bytes);
  const at = spoilt.length - 10;
  spoilt[at] = (spoilt[at] ?? 0) ^ 0xff;
  return { type, bytes: spoilt };
}

function stanzaType(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction';
  if (message.pollUpdateMessage || message.pollCreationMessage) return 'poll';
  return message.imageMessage || message.documentMessage || message.audioMessage ? 'media' : 'text';
}

function encode(message: proto.IMessage): Buffer {
  return pad(proto.Message.encode(message).finish());
}

function sentBy(contact: Contact, id: string): Sent {
  const sent = contact.sent.get(id);
  if (sent === undefined) throw new Error(`${contact.name} never wrote message ${id}`);
  return sent;
}

/** The phone of a person. */
export function firstDevice(contact: Contact): SignalDevice {
  return deviceOf(contact, 0);
}

/** @throws Error for a number that is none of the person's devices */
function deviceOf(contact: Contact, id: number): SignalDevice {
  const device = contact.devices.find((each) => each.id === id);
  if (device === undefined) throw new Error(`${contact.name} has no device ${id}`);
  return device;
}
