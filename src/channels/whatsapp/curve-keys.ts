import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';

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
    // Node works `x` out anew, but insists on a text there.
    privateKey: createPrivateKey({
      key: { ...X25519, d: privateKey.toString('base64url'), x: '' },
      format: 'jwk',
    }),
  });
}

export function newKeyPair(): { readonly publicKey: Buffer; readonly privateKey: Buffer } {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), privateKey: Buffer.from(d, 'base64url') };
}
