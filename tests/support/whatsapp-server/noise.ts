/** The server's side of Noise_XX_25519_AESGCM_SHA256. */
import { proto } from '@whiskeysockets/baileys';

import { agree, generateKeyPair, hkdf, type KeyPair, openGcm, sealGcm, sha256, sign } from './crypto.ts';
import { PROLOGUE } from './frames.ts';

/** The name is 32 bytes long with its NULs, so it is the first hash as it stands. */
const NAME = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0');
const DAY_S = 86_400;

export type NoiseIdentity = { readonly root: KeyPair; readonly own: KeyPair; readonly chain: Buffer };

/** Encrypts and decrypts what follows the handshake; each direction counts its own messages. */
export type Transport = { seal(plain: Uint8Array): Buffer; open(sealed: Uint8Array): Buffer };

export type Finished = {
  readonly payload: proto.ClientPayload;
  /** The client's static key: who it is, before it has said a word. */
  readonly clientKey: Buffer;
  readonly transport: Transport;
};

export type Handshake = {
  /** @param hello the client's first frame. @returns the answer */
  greet(hello: Uint8Array): Buffer;
  /** @param finish the client's second frame. @throws Error when it does not fit the first */
  finish(finish: Uint8Array): Finished;
};

export function createNoiseIdentity(): NoiseIdentity {
  const root = generateKeyPair();
  const own = generateKeyPair();
  return { root, own, chain: certificates(root, own) };
}

export function startHandshake(identity: NoiseIdentity): Handshake {
  const state = createSymmetricState();
  const ephemeral = generateKeyPair();
  return {
    greet(hello) {
      const clientEphemeral = required(proto.HandshakeMessage.decode(hello).clientHello?.ephemeral);
      state.mixHash(clientEphemeral);
      state.mixHash(ephemeral.publicKey);
      state.mixKey(agree(ephemeral.privateKey, clientEphemeral));
      const sealedKey = state.seal(identity.own.publicKey);
      state.mixKey(agree(identity.own.privateKey, clientEphemeral));
      const payload = state.seal(identity.chain);
      const serverHello = { ephemeral: ephemeral.publicKey, static: sealedKey, payload };
      return Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish());
    },
    finish(finish) {
      const { clientFinish } = proto.HandshakeMessage.decode(finish);
      const clientKey = state.open(required(clientFinish?.static));
      state.mixKey(agree(ephemeral.privateKey, clientKey));
      const payload = proto.ClientPayload.decode(state.open(required(clientFinish?.payload)));
      return { payload, clientKey, transport: state.split() };
    },
  };
}

/** Hash and chaining key of the handshake. Additional data is the hash so far; the counter starts again per key. */
function createSymmetricState() {
  let hash = sha256(Buffer.concat([NAME, PROLOGUE]));
  let chaining: Buffer = NAME;
  let key: Buffer = NAME;
  let counter = 0;
  const mixHash = (data: Uint8Array) => {
    hash = sha256(Buffer.concat([hash, data]));
  };
  return {
    mixHash,
    mixKey(secret: Uint8Array) {
      const both = hkdf(secret, 64, { salt: chaining });
      chaining = both.subarray(0, 32);
      key = both.subarray(32);
      counter = 0;
    },
    seal(plain: Uint8Array): Buffer {
      const sealed = sealGcm(plain, { key, iv: ivOf(counter), aad: hash });
      counter += 1;
      mixHash(sealed);
      return sealed;
    },
    open(sealed: Uint8Array): Buffer {
      const plain = openGcm(sealed, { key, iv: ivOf(counter), aad: hash });
      counter += 1;
      mixHash(sealed);
      return plain;
    },
    split(): Transport {
      const both = hkdf(Buffer.alloc(0), 64, { salt: chaining });
      return createTransport(both.subarray(0, 32), both.subarray(32));
    },
  };
}

function createTransport(fromClient: Buffer, toClient: Buffer): Transport {
  let received = 0;
  let sent = 0;
  return {
    seal(plain) {
      const sealed = sealGcm(plain, { key: toClient, iv: ivOf(sent) });
      sent += 1;
      return sealed;
    },
    open(sealed) {
      const plain = openGcm(sealed, { key: fromClient, iv: ivOf(received) });
      received += 1;
      return plain;
    },
  };
}

function ivOf(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
}

/**
 * Root signs intermediate, intermediate signs leaf, leaf names the server's key. The root's serial is 0, said aloud.
 */
function certificates(root: KeyPair, own: KeyPair): Buffer {
  const middle = generateKeyPair();
  const intermediate = certificate(root, { serial: 1, issuerSerial: 0, key: middle.publicKey });
  const leaf = certificate(middle, { serial: 2, issuerSerial: 1, key: own.publicKey });
  return Buffer.from(proto.CertChain.encode({ leaf, intermediate }).finish());
}

type Named = { readonly serial: number; readonly issuerSerial: number; readonly key: Buffer };

function certificate(issuer: KeyPair, named: Named): proto.CertChain.INoiseCertificate {
  const now = Math.floor(Date.now() / 1000);
  const dated = { ...named, notBefore: now - DAY_S, notAfter: now + DAY_S };
  const details = proto.CertChain.NoiseCertificate.Details.encode(dated).finish();
  return { details, signature: sign(issuer.privateKey, details) };
}

function required(bytes: Uint8Array | null | undefined): Uint8Array {
  if (bytes === null || bytes === undefined || bytes.length === 0) {
    throw new Error('the handshake message lacks a part');
  }
  return bytes;
}
