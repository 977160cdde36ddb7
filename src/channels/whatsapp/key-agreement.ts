import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';

const X25519 = { kty: 'OKP', crv: 'X25519' } as const;

/**
 * X25519 (RFC 7748) of two keys of 32 bytes. The build puts it in place of libsignal's own, which hands keys over as DER: the
 * OpenSSL of Node 20 reads that twenty times slower than JWK, and two such keys come with every message of a conversation.
 * @throws for a public key of small order, as libsignal's own does
 */
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
