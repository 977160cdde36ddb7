/** Messages of the client: acknowledged, decrypted by every device they are meant for, shown to their people. */
import { type BinaryNode, proto } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import { unpad } from './crypto.ts';
import type { GroupRecord } from './group-record.ts';
import { addressOf, isGroup, isLid, userJid } from './jids.ts';
import { bytesOf, child, children, node, requiredBytes } from './nodes.ts';
import { checkDeviceIdentity } from './pairing.ts';
import { contentOf } from './received.ts';
import { askAgain } from './retries.ts';
import { decryptFromGroup, keyIdOf, readDistribution } from './sender-keys.ts';
import type { SignalDevice } from './signal-device.ts';
import { firstDevice } from './to-client.ts';
import {
  accountJid,
  type Contact,
  contactJid,
  contactOf,
  linkedDevice,
  report,
  seconds,
  type World,
} from './world.ts';

/** Phones give up after that many. */
const MAX_RETRIES = 5;
const PARTS = new Set(['participants', 'enc', 'device-identity', 'meta', 'reporting', 'tctoken', 'biz']);

/** Somebody's copy of a message, decrypted. */
type Copy = { readonly contact: Contact; readonly device: SignalDevice; readonly message: proto.IMessage };

export async function takeMessage(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  checkParts(world, stanza);
  if (answer(world, connection, stanza) === 'refused') return;
  const to = stanza.attrs.to ?? '';
  const copies = await direct(world, stanza);
  const group = isGroup(to) ? world.groups.get(to) : undefined;
  if (group !== undefined) copies.push(...groupCopies(world, group, stanza));
  // The first device of a person stands for what the person sees; the others had to be able to read it, no more.
  const shown = new Set<Contact>();
  for (const copy of copies) {
    // To the own chat the client encrypts everything twice.
    if (shown.has(copy.contact) || copy.device !== copy.contact.devices[0]) continue;
    shown.add(copy.contact);
    show(world, stanza, copy);
  }
}

function checkParts(world: World, stanza: BinaryNode): void {
  const id = stanza.attrs.id;
  if (id === undefined || stanza.attrs.to === undefined) report(world, 'a message without id or address');
  for (const { tag } of children(stanza)) {
    if (!PARTS.has(tag)) report(world, `message ${id} has a <${tag}>, which this server does not know`);
  }
  const encs = [...children(stanza, 'enc'), ...addressed(stanza).map(({ enc }) => enc)];
  const firstContact = encs.some((enc) => enc?.attrs.type === 'pkmsg');
  if (firstContact) checkIdentity(world, stanza);
}

/** Who begins a session shows the identity that the phone has vouched for. */
function checkIdentity(world: World, stanza: BinaryNode): void {
  const linked = linkedDevice(world);
  const { details, identity } = linked;
  const account = firstDevice(world.phone).identity.publicKey;
  try {
    const shown = requiredBytes(stanza, 'device-identity');
    // A session that nobody answered, as that with the account's own phone, begins anew with each message.
    if (linked.provenIdentity?.equals(shown) === true) return;
    checkDeviceIdentity(shown, { details, identity, account });
    linked.provenIdentity = shown;
  } catch (error) {
    report(world, `message ${stanza.attrs.id} begins a session: ${String(error)}`);
  }
}

/** @returns refused when nobody is to get it */
function answer(world: World, connection: Connection, stanza: BinaryNode): 'refused' | 'taken' {
  const { id = '', to = '', participant } = stanza.attrs;
  const { ackErrors, withholdAcks } = world.faults;
  const error = ackErrors.shift();
  const kind = error ?? (withholdAcks ? 'withheld' : 'ack');
  world.events.messages.push({ at: Date.now(), id, to, attributes: stanza.attrs, answer: kind });
  const code = error === undefined ? undefined : String(error);
  const attrs = { class: 'message', id, from: to, participant, t: seconds(), error: code };
  if (kind !== 'withheld') connection.send(node('ack', attrs));
  world.watch.changed();
  return error === undefined ? 'taken' : 'refused';
}

/** What is encrypted for single devices; a repetition for one device has its cipher text at the top. */
async function direct(world: World, stanza: BinaryNode): Promise<Copy[]> {
  const { to = '', id, participant } = stanza.attrs;
  const top = children(stanza, 'enc').filter(({ attrs }) => attrs.type !== 'skmsg');
  const copies: Copy[] = [];
  for (const { jid, enc } of [...addressed(stanza), ...top.map((enc) => ({ jid: participant ?? to, enc }))]) {
    const contact = contactOf(world, jid);
    const device = contact?.devices.find((each) => each.id === addressOf(jid).device);
    // In LID groups the client gives its own key to itself.
    if (contact === world.phone && addressOf(jid).device === world.linked?.id) continue;
    if (contact === undefined || device === undefined) {
      report(world, `message ${id} is encrypted for ${jid}, who is nobody`);
      continue;
    }
    try {
      const plain = await device.decrypt(enc?.attrs.type ?? '', bytesOf(enc));
      copies.push({ contact, device, message: proto.Message.decode(unpad(plain)) });
    } catch (error) {
      unreadable(world, stanza, { contact, device, reason: String(error) });
    }
  }
  return copies.filter((copy) => !keepKey(world, copy));
}

function addressed(
  stanza: BinaryNode,
): readonly { readonly jid: string; readonly enc: BinaryNode | undefined }[] {
  const list = children(child(stanza, 'participants'), 'to');
  return list.map((to) => ({ jid: to.attrs.jid ?? '', enc: child(to, 'enc') }));
}

/** @returns whether the message was nothing but a group key */
function keepKey(world: World, { contact, device, message }: Copy): boolean {
  const given = message.senderKeyDistributionMessage;
  if (!given) return false;
  const group = world.groups.get(given.groupId ?? '');
  if (group === undefined) report(world, `a key came for ${given.groupId}, which is no group`);
  const key = readDistribution(given.axolotlSenderKeyDistributionMessage ?? Buffer.alloc(0));
  group?.clientKeys.set(keyName({ contact, device, id: key.id }), key);
  const rest = Object.keys(message).filter(
    (field) => !['senderKeyDistributionMessage', 'messageContextInfo'].includes(field),
  );
  return rest.length === 0;
}

function keyName({ contact, device, id }: { contact: Contact; device: SignalDevice; id: number }): string {
  return `${contact.phone}:${device.id} ${id}`;
}

function groupCopies(world: World, group: GroupRecord, stanza: BinaryNode): Copy[] {
  const enc = children(stanza, 'enc').find(({ attrs }) => attrs.type === 'skmsg');
  if (enc === undefined) return [];
  if (!group.joined) report(world, `the client wrote to ${group.subject}, where it is no member`);
  const bytes = bytesOf(enc);
  return group.members.flatMap((contact) =>
    contact.devices.flatMap((device) => {
      try {
        const key = group.clientKeys.get(keyName({ contact, device, id: keyIdOf(bytes) }));
        if (key === undefined) throw new Error('the key was never given');
        return [{ contact, device, message: proto.Message.decode(unpad(decryptFromGroup(key, bytes))) }];
      } catch (error) {
        unreadable(world, stanza, { contact, device, reason: String(error) });
        return [];
      }
    }),
  );
}

function show(world: World, stanza: BinaryNode, { contact, message }: Copy): void {
  const { id = '', to = '', recipient } = stanza.attrs;
  if (stanza.attrs.category === 'peer') return;
  const own = contact === world.phone;
  if (own && !message.deviceSentMessage && !isGroup(to))
    report(world, `the own phone's copy of ${id} is not marked as such`);
  const body = message.deviceSentMessage?.message ?? message;
  const destination = message.deviceSentMessage?.destinationJid ?? recipient ?? to;
  const copy = 1 + contact.received.filter((each) => each.id === id).length;
  const chat = isGroup(to) ? to : accountJid(world, isLid(to) ? 'lid' : 'pn');
  try {
    const content = contentOf(body, world.media);
    contact.received.push({ id, chat, to: destination, copy, at: Date.now(), content, message: body });
  } catch (error) {
    report(world, `message ${id} is no good: ${String(error)}`);
  }
  if (!own) sendReceipts(world, contact, { id, to });
  else if (contactOf(world, destination) === contact) confirmOwn(world, { id, to });
  world.watch.changed();
}

function sendReceipts(world: World, contact: Contact, { id, to }: { id: string; to: string }): void {
  if (contact.habits.delivers) giveReceipt(world, contact, { id, to, type: undefined });
  if (contact.habits.reads) giveReceipt(world, contact, { id, to, type: 'read' });
}

type Failed = { readonly contact: Contact; readonly device: SignalDevice; readonly reason: string };

function unreadable(world: World, stanza: BinaryNode, { contact, device, reason }: Failed): void {
  const { id = '', to = '' } = stanza.attrs;
  const by = contactJid(contact, isLid(to) ? 'lid' : 'pn', device.id);
  if (!world.expectsCrashes) {
    report(world, `message ${id} cannot be read by ${by}: ${reason}`);
    return;
  }
  const count = 1 + world.events.unreadable.filter((each) => each.id === id && each.by === by).length;
  world.events.unreadable.push({ at: Date.now(), id, by, reason });
  if (count <= MAX_RETRIES && contact !== world.phone)
    askAgain(world, { contact, device }, { id, to, count });
}

type Receipt = { readonly id: string; readonly to: string; readonly type: 'read' | 'played' | undefined };

/** @param to where the client had sent the message */
export function giveReceipt(world: World, contact: Contact, { id, to, type }: Receipt): void {
  const group = world.groups.get(to);
  const participant = group === undefined ? undefined : contactJid(contact, group.addressing);
  const from = group === undefined ? userJid(to) : to;
  world.queue.put(node('receipt', { id, from, participant, type, t: seconds() }));
}

/** A message to the own chat: the phone confirms it as the sender's other device. */
function confirmOwn(world: World, { id, to }: { id: string; to: string }): void {
  const from = accountJid(world, isLid(to) ? 'lid' : 'pn');
  world.queue.put(node('receipt', { id, from, recipient: from, type: 'sender', t: seconds() }));
}
