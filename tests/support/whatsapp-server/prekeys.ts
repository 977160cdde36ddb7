/** Key bundles: those the client uploads and those it asks for. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import { signatureHolds, typed } from './crypto.ts';
import { addressOf, SERVER } from './jids.ts';
import { bigEndian, bytesOf, child, children, node, requiredBytes } from './nodes.ts';
import { type Bundle, type SignedPreKey, signedNodes } from './signal-device.ts';
import { contactOf, linkedDevice, report, seconds, type World } from './world.ts';

/** Of all its one-time keys, fewer than this and the client is told; of few, when the last is taken. */
const LOW = 5;
/** Few keys count for as many more, so that they are not filled up before they are used. */
const FILLED_UP = 100;

/**
 * A client uploads 812 keys where WhatsApp has none of it. Making them is most of what a link costs, so a new client is
 * told that one is there, and uploads five.
 */
export function countPreKeys(world: World): BinaryNode[] {
  const { size } = linkedDevice(world).preKeys;
  const few = size === 0 ? 1 : size + FILLED_UP;
  return [node('count', { value: String(world.wantsAllKeys ? size : few) })];
}

export function storePreKeys(world: World, iq: BinaryNode): BinaryNode[] {
  const linked = linkedDevice(world);
  const identity = requiredBytes(iq, 'identity', 32);
  if (!identity.equals(linked.identity)) report(world, 'pre-keys came with another identity than was paired');
  linked.signedPreKey = readSignedPreKey(child(iq, 'skey'), identity);
  for (const key of children(child(iq, 'list'), 'key')) {
    linked.preKeys.set(requiredBytes(key, 'id', 3).readUIntBE(0, 3), requiredBytes(key, 'value', 32));
  }
  return [];
}

export function rotateSignedPreKey(world: World, iq: BinaryNode): BinaryNode[] {
  const linked = linkedDevice(world);
  linked.signedPreKey = readSignedPreKey(child(child(iq, 'rotate'), 'skey'), linked.identity);
  return [];
}

/** @throws Error when the signature does not hold */
function readSignedPreKey(skey: BinaryNode | undefined, identity: Buffer): SignedPreKey {
  const publicKey = requiredBytes(skey, 'value', 32);
  const signature = requiredBytes(skey, 'signature', 64);
  if (!signatureHolds(identity, typed(publicKey), signature))
    throw new Error('the signed pre-key is not signed');
  return { id: requiredBytes(skey, 'id', 3).readUIntBE(0, 3), publicKey, signature };
}

export function digestOfKeys(world: World): BinaryNode[] {
  const linked = linkedDevice(world);
  return [node('digest', {}, [node('registration', {}, bigEndian(linked.registrationId, 4))])];
}

/** One entry per asked address; an unknown one is an error, which fails the client's whole query. */
export function giveBundles(world: World, iq: BinaryNode): BinaryNode[] {
  const asked = children(child(iq, 'key'), 'user').map((user) => user.attrs.jid ?? '');
  return [
    node(
      'list',
      {},
      asked.map((jid) => bundleNode(world, jid)),
    ),
  ];
}

function bundleNode(world: World, jid: string): BinaryNode {
  const { linked } = world;
  const contact = contactOf(world, jid);
  const { device: number } = addressOf(jid);
  // For groups the client asks for its own keys too; none of its one-time keys is spent on that.
  if (contact === world.phone && linked !== undefined && number === linked.id) {
    const registration = node('registration', {}, bigEndian(linked.registrationId, 4));
    return node('user', { jid }, [registration, ...signedNodes(linked.identity, linked.signedPreKey)]);
  }
  const device = contact?.devices.find(({ id }) => id === number);
  if (device === undefined) {
    report(world, `the client asked for the keys of ${jid}, who is nobody`);
    return node('user', { jid }, [node('error', { code: '404', text: 'item-not-found' })]);
  }
  const registration = node('registration', {}, bigEndian(device.registrationId, 4));
  return node('user', { jid }, [registration, ...device.bundleNodes()]);
}

/** Takes a one-time key of the client's, as a person does who writes for the first time. */
export function takeClientBundle(world: World): Bundle {
  const { identity, registrationId, signedPreKey, preKeys } = linkedDevice(world);
  const [first] = preKeys;
  if (first !== undefined) {
    preKeys.delete(first[0]);
    notifyIfLow(world);
  }
  const preKey = first === undefined ? undefined : { id: first[0], publicKey: first[1] };
  return { identity, registrationId, signedPreKey, preKey };
}

/** Once per shortage: the client answers with new ones. */
export function notifyIfLow(world: World): void {
  const { preKeys } = linkedDevice(world);
  if (preKeys.size < (world.wantsAllKeys ? LOW : 1)) world.queue.put(lowNotification(preKeys.size));
}

/** The bundle that a retry receipt brings along, if it does. */
export function bundleOfReceipt(receipt: BinaryNode): Bundle | undefined {
  const keys = child(receipt, 'keys');
  if (keys === undefined) return undefined;
  const identity = requiredBytes(keys, 'identity', 32);
  const key = child(keys, 'key');
  return {
    identity,
    registrationId: requiredBytes(receipt, 'registration', 4).readUInt32BE(),
    signedPreKey: readSignedPreKey(child(keys, 'skey'), identity),
    preKey:
      key === undefined
        ? undefined
        : { id: bytesOf(child(key, 'id')).readUIntBE(0, 3), publicKey: requiredBytes(key, 'value', 32) },
  };
}

function lowNotification(value: number): BinaryNode {
  const attrs = { type: 'encrypt', from: SERVER, id: `low-${Date.now()}`, t: seconds() };
  return node('notification', attrs, [node('count', { value: String(value) })]);
}
