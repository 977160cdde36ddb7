/** The ciphers and derivations of the protocol, from Node's own crypto; only the XEdDSA signature is libsignal's. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  pbkdf2Sync,
  randomBytes,
} from 'node:crypto';

import {
  calculateAgreement,
  calculateSignature,
  generateKeyPair as generateSignalKeyPair,
  verifySignature,
} from 'libsignal/src/curve.js';

/** A Curve25519 pair, 32 bytes each, without the type byte 5 that Signal puts before public keys. */
export type KeyPair = { readonly publicKey: Buffer; readonly privateKey: Buffer };

const GCM_TAG_BYTES = 16;
const CODE_ROUNDS = 131_072;

export function generateKeyPair(): KeyPair {
  const { pubKey, privKey } = generateSignalKeyPair();
  return { publicKey: Buffer.from(pubKey).subarray(1), privateKey: Buffer.from(privKey) };
}

/** With the type byte: 33 bytes. */
export function typed(publicKey: Uint8Array): Buffer {
  return publicKey.length === 33 ? Buffer.from(publicKey) : Buffer.concat([Buffer.of(5), publicKey]);
}

export function agree(privateKey: Buffer, publicKey: Uint8Array): Buffer {
  return Buffer.from(calculateAgreement(typed(publicKey), privateKey));
}

export function sign(privateKey: Buffer, message: Uint8Array): Buffer {
  return Buffer.from(calculateSignature(privateKey, message));
}

/** Really says no to a wrong signature, where the client does not look at the answer. */
export function signatureHolds(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verifySignature(typed(publicKey), message, signature);
}

export function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

export function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

export function hkdf(
  secret: Uint8Array,
  length: number,
  { salt = Buffer.alloc(0), info = '' }: { salt?: Uint8Array; info?: string } = {},
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** The key that wraps the ephemeral keys of a pairing by code. */
export function codeKey(code: string, salt: Uint8Array): Buffer {
  return pbkdf2Sync(code, salt, CODE_ROUNDS, 32, 'sha256');
}

export type Gcm = { readonly key: Uint8Array; readonly iv: Uint8Array; readonly aad?: Uint8Array };

export function sealGcm(plain: Uint8Array, { key, iv, aad = Buffer.alloc(0) }: Gcm): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when key, bytes or additional data are not what was sealed */
export function openGcm(sealed: Uint8Array, { key, iv, aad = Buffer.alloc(0) }: Gcm): Buffer {
  const end = sealed.length - GCM_TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(aad).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}

export type Iv = { readonly key: Uint8Array; readonly iv: Uint8Array };

export function sealCbc(plain: Uint8Array, { key, iv }: Iv): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

export function openCbc(sealed: Uint8Array, { key, iv }: Iv): Buffer {
  const decipher = createDecipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}

/** AES-CTR is its own inverse. */
export function ctr(data: Uint8Array, { key, iv }: Iv): Buffer {
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** What is encrypted ends in 1 to 16 bytes that each say how many they are. */
export function pad(plain: Uint8Array): Buffer {
  const length = 1 + ((randomBytes(1)[0] ?? 0) & 15);
  return Buffer.concat([plain, Buffer.alloc(length, length)]);
}

/** @throws Error for padding that no client may send */
export function unpad(padded: Uint8Array): Buffer {
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > 16 || length > padded.length) throw new Error(`padding of ${length} bytes`);
  return Buffer.from(padded.subarray(0, padded.length - length));
}
