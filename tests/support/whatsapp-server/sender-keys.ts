/**
 * Sender keys of groups, in code of our own: what the client's library encrypts is read here without it, and what it
 * reads was not made by it. A message is 0x33, then protobuf {1: key id, 2: iteration, 3: ciphertext}, then a
 * signature.
 */
import { randomBytes, randomInt } from 'node:crypto';

import {
  generateKeyPair,
  hkdf,
  hmac,
  type KeyPair,
  openCbc,
  sealCbc,
  sign,
  signatureHolds,
  typed,
} from './crypto.ts';

export type OwnSenderKey = {
  readonly id: number;
  readonly signing: KeyPair;
  iteration: number;
  chain: Buffer;
};

/** Another's key. Message keys of iterations that were jumped over are kept for messages that come late. */
export type PeerSenderKey = {
  readonly id: number;
  readonly signing: Buffer;
  iteration: number;
  chain: Buffer;
  readonly skipped: Map<number, Buffer>;
};

const VERSION = Buffer.of(0x33);
const SIGNATURE_BYTES = 64;
const MAX_SKIPPED = 2000;

export function createSenderKey(): OwnSenderKey {
  return { id: randomInt(1, 2 ** 31 - 1), signing: generateKeyPair(), iteration: 0, chain: randomBytes(32) };
}

/** What lets somebody read from here on. */
export function distribution({ id, iteration, chain, signing }: OwnSenderKey): Buffer {
  const fields = [varintField(1, id), varintField(2, iteration)];
  return Buffer.concat([VERSION, ...fields, bytesField(3, chain), bytesField(4, typed(signing.publicKey))]);
}

export function readDistribution(bytes: Uint8Array): PeerSenderKey {
  const fields = readFields(Buffer.from(bytes).subarray(1));
  return {
    id: fields.number(1),
    iteration: fields.number(2),
    chain: fields.bytes(3),
    signing: fields.bytes(4),
    skipped: new Map(),
  };
}

export function encryptForGroup(key: OwnSenderKey, plain: Uint8Array): Buffer {
  const ciphertext = sealCbc(plain, messageKey(key.chain));
  const fields = [varintField(1, key.id), varintField(2, key.iteration), bytesField(3, ciphertext)];
  const signed = Buffer.concat([VERSION, ...fields]);
  key.chain = nextChain(key.chain);
  key.iteration += 1;
  return Buffer.concat([signed, sign(key.signing.privateKey, signed)]);
}

export function keyIdOf(message: Buffer): number {
  return readFields(message.subarray(1, -SIGNATURE_BYTES)).number(1);
}

/** @throws Error for a wrong signature, an iteration that was used, or one too far ahead */
export function decryptFromGroup(key: PeerSenderKey, message: Buffer): Buffer {
  const signed = message.subarray(0, -SIGNATURE_BYTES);
  if (!signatureHolds(key.signing, signed, message.subarray(-SIGNATURE_BYTES))) {
    throw new Error('the group message is not signed by its sender');
  }
  const fields = readFields(signed.subarray(1));
  return openCbc(fields.bytes(3), messageKey(chainAt(key, fields.number(2))));
}

function chainAt(key: PeerSenderKey, iteration: number): Buffer {
  const late = key.skipped.get(iteration);
  if (late !== undefined) {
    key.skipped.delete(iteration);
    return late;
  }
  if (iteration < key.iteration) throw new Error(`group iteration ${iteration} was used already`);
  if (iteration - key.iteration > MAX_SKIPPED)
    throw new Error(`group iteration ${iteration} is too far ahead`);
  for (; key.iteration < iteration; key.iteration += 1) {
    key.skipped.set(key.iteration, key.chain);
    key.chain = nextChain(key.chain);
  }
  const chain = key.chain;
  key.chain = nextChain(chain);
  key.iteration += 1;
  return chain;
}

function nextChain(chain: Buffer): Buffer {
  return hmac(chain, Buffer.of(2));
}

function messageKey(chain: Buffer): { readonly iv: Buffer; readonly key: Buffer } {
  const secret = hkdf(hmac(chain, Buffer.of(1)), 48, { salt: Buffer.alloc(32), info: 'WhisperGroup' });
  return { iv: secret.subarray(0, 16), key: secret.subarray(16) };
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([Buffer.of(field * 8), varint(value)]);
}

function bytesField(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(field * 8 + 2), varint(value.length), value]);
}

function readFields(bytes: Buffer) {
  const found = new Map<number, number | Buffer>();
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('a sender key message ends in the middle');
      at += 1;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = read();
    const value = read();
    if (tag % 8 === 0) found.set(Math.floor(tag / 8), value);
    else {
      found.set(Math.floor(tag / 8), bytes.subarray(at, at + value));
      at += value;
    }
  }
  return {
    number(field: number): number {
      const value = found.get(field) ?? 0;
      if (typeof value !== 'number') throw new Error(`field ${field} is no number`);
      return value;
    },
    bytes(field: number): Buffer {
      const value = found.get(field);
      if (!Buffer.isBuffer(value)) throw new Error(`field ${field} holds no bytes`);
      return value;
    },
  };
}
