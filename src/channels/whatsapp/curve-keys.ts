import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto';

/**
 * X25519 (RFC 7748) with keys of 32 bytes. The build puts it in place of libsignal's own, which gives and takes keys as
 * DER: the OpenSSL of Node 20 reads that twenty times slower than JWK, and each message of a conversation brings two
 * such keys and makes a new pair.
 */

const X25519 = { kty: 'OKP', crv: 'X25519' } as const;

/** @throws for a public key of small order, as libsignal's own does */
export function keyAgreement(publicKey: Buffer, privateKey: Buffer): Buffer {
  return diffieHellman({
    publicKey: createPublicKey({ key: { ...X25519, x: publicKey.toString('base64url') }, format: 'jwk' }),
    privateKey: privateKeyOf(privateKey),
  });
}

/**
 * A private key is 32 random bytes, five bits of which are fixed (RFC 7748, section 5). `generateKeyPairSync` is not
 * used: in Node 20, `export` holds the lock of a key while it allocates, and the job that made the key takes the same
 * lock when it is collected. A collection during `export` therefore stops the program for ever.
 */
export function newKeyPair(): { readonly publicKey: Buffer; readonly privateKey: Buffer } {
  const privateKey = randomBytes(32);
  privateKey[0] = (privateKey[0] ?? 0) & 0b1111_1000;
  privateKey[31] = ((privateKey[31] ?? 0) & 0b0111_1111) | 0b0100_0000;
  const { x = '' } = privateKeyOf(privateKey).export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), privateKey };
}

/** Node works `x` out anew, but insists on a text there. */
function privateKeyOf(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: { ...X25519, d: bytes.toString('base64url'), x: '' }, format: 'jwk' });
}
