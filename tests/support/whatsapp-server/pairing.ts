/** Linking the client to the account: the offer, and what follows once the phone has agreed. */
import { randomBytes } from 'node:crypto';

import { type BinaryNode, proto } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import { hmac, sign, signatureHolds, typed } from './crypto.ts';
import { lidJid, pnJid, SERVER } from './jids.ts';
import { bytesOf, child, node } from './nodes.ts';
import type { SignedPreKey } from './signal-device.ts';
import { firstDevice } from './to-client.ts';
import { report, type World } from './world.ts';

/** What a client says of itself before it has an account. */
export type Companion = {
  readonly connection: Connection;
  readonly identity: Buffer;
  readonly registrationId: number;
  readonly signedPreKey: SignedPreKey;
  /** One QR code each. */
  readonly refs: readonly string[];
  /** What it sent to be paired by code. */
  hello: BinaryNode | undefined;
  /** What it sent when the phone had answered the code. */
  finish: BinaryNode | undefined;
  /** Its last word: the identity it has signed. */
  signed: BinaryNode | undefined;
};

const REFS = 6;
const ACCOUNT_PREFIX = Buffer.of(6, 0);
const DEVICE_PREFIX = Buffer.of(6, 1);
const PAIR_DEVICE = 'pair-device';
const PAIR_SUCCESS = 'pair-success';
/** Device numbers are never given twice. */
const FIRST_DEVICE = 7;

export function offerPairing(
  world: World,
  connection: Connection,
  data: proto.ClientPayload.IDevicePairingRegistrationData,
): void {
  const refs = Array.from({ length: REFS }, () => randomBytes(16).toString('base64url'));
  const companion = {
    ...readCompanion(data),
    connection,
    refs,
    hello: undefined,
    finish: undefined,
    signed: undefined,
  };
  world.unpaired = companion;
  world.events.connects.push({ at: Date.now(), as: 'new', connection: connection.id });
  if (
    !signatureHolds(
      companion.identity,
      typed(companion.signedPreKey.publicKey),
      companion.signedPreKey.signature,
    )
  ) {
    report(world, 'the registration brings a signed pre-key whose signature does not hold');
  }
  const nodes = refs.map((ref) => node('ref', {}, Buffer.from(ref)));
  connection.send(
    node('iq', { from: SERVER, type: 'set', id: PAIR_DEVICE, xmlns: 'md' }, [node('pair-device', {}, nodes)]),
  );
}

function readCompanion(data: proto.ClientPayload.IDevicePairingRegistrationData) {
  const bytes = (value: Uint8Array | null | undefined) => Buffer.from(value ?? []);
  return {
    identity: bytes(data.eIdent),
    registrationId: bytes(data.eRegid).readUInt32BE(),
    signedPreKey: {
      id: bytes(data.eSkeyId).readUIntBE(0, 3),
      publicKey: bytes(data.eSkeyVal),
      signature: bytes(data.eSkeySig),
    },
  };
}

/** @throws Error while no client waits to be paired */
export function waitingCompanion(world: World): Companion {
  if (world.unpaired === undefined) throw new Error('no client waits to be paired');
  return world.unpaired;
}

/**
 * The phone vouches for the client, the client signs in return, and the connection ends with 515.
 * @param advSecret what the client's QR code or the pairing by code has shown to the phone alone
 * @throws Error when the client's signature is wrong or does not come
 */
export async function link(world: World, companion: Companion, advSecret: Buffer): Promise<void> {
  const { connection, identity } = companion;
  const id = FIRST_DEVICE + world.events.connects.filter(({ as }) => as === 'new').length - 1;
  const phoneIdentity = firstDevice(world.phone).identity;
  const details = Buffer.from(
    proto.ADVDeviceIdentity.encode({
      rawId: 1,
      timestamp: Math.floor(Date.now() / 1000),
      keyIndex: 1,
      deviceType: 0,
    }).finish(),
  );
  const accountSignature = sign(phoneIdentity.privateKey, Buffer.concat([ACCOUNT_PREFIX, details, identity]));
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: phoneIdentity.publicKey,
    accountSignature,
  }).finish();
  const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmac(advSecret, signed),
  }).finish();
  connection.send(
    node('iq', { from: SERVER, type: 'set', id: PAIR_SUCCESS, xmlns: 'md' }, [
      node('pair-success', {}, [
        node('device-identity', {}, sealed),
        node('device', { jid: pnJid(world.account.phone, id), lid: lidJid(world.account.lid, id) }),
        node('platform', { name: 'android' }),
      ]),
    ]),
  );
  const answer = await hears(world, companion, 'signed');
  const deviceIdentity = child(child(answer, 'pair-device-sign'), 'device-identity');
  if (deviceIdentity?.attrs['key-index'] !== '1') throw new Error('the client signs with another key index');
  checkDeviceIdentity(bytesOf(deviceIdentity), { details, identity, account: phoneIdentity.publicKey });
  forgetOlderDevice(world);
  const { registrationId, signedPreKey } = companion;
  const noiseKey = connection.clientKey;
  world.linked = {
    id,
    noiseKey,
    identity,
    registrationId,
    signedPreKey,
    details,
    preKeys: new Map(),
    welcomed: false,
    provenIdentity: undefined,
  };
  world.unpaired = undefined;
  connection.send(node('stream:error', { code: '515' }));
  connection.close();
}

/** Nothing that was encrypted for another device, or with its keys, is of use to this one. */
function forgetOlderDevice(world: World): void {
  for (const contact of world.contacts.values()) for (const device of contact.devices) device.forgetSession();
  for (const group of world.groups.values()) {
    group.senderKeys.clear();
    group.clientKeys.clear();
  }
  world.queue.clear();
}

/** Waits for the next word of the client. @throws Error when it hangs up instead */
export function hears(
  world: World,
  companion: Companion,
  word: 'hello' | 'finish' | 'signed',
): Promise<BinaryNode> {
  const look = () => {
    if (world.unpaired !== companion) throw new Error(`the client hung up before its "${word}"`);
    return companion[word];
  };
  return world.watch.until(look, `the client's "${word}"`);
}

/** Takes a client's answer to the iqs of pairing. @returns whether it was one */
export function takePairingReply(world: World, iq: BinaryNode): boolean {
  if (iq.attrs.id === PAIR_DEVICE) return true;
  if (iq.attrs.id !== PAIR_SUCCESS) return false;
  if (world.unpaired !== undefined) world.unpaired.signed = iq;
  world.watch.changed();
  return true;
}

export type Vouched = { readonly details: Buffer; readonly identity: Buffer; readonly account: Buffer };

/**
 * Over the exact bytes: what the client shows must hold what it was given, and its own signature of that.
 * @throws Error otherwise
 */
export function checkDeviceIdentity(shown: Buffer, { details, identity, account }: Vouched): void {
  const signed = proto.ADVSignedDeviceIdentity.decode(shown);
  if (!details.equals(Buffer.from(signed.details ?? []))) throw new Error('the client signs other details');
  const message = Buffer.concat([DEVICE_PREFIX, details, identity, account]);
  const signature = signed.deviceSignature ?? Buffer.alloc(0);
  if (signature.length !== 64 || !signatureHolds(identity, message, signature)) {
    throw new Error("the client's device signature does not hold");
  }
}
