/** One device of a fake person: its keys, its one session with the client, and the bundle the client asks for. */
import { randomInt } from 'node:crypto';

import type { BinaryNode } from '@whiskeysockets/baileys';
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal';

import { repairSession } from '../../../src/channels/whatsapp/auth-state.ts';
import { generateKeyPair, type KeyPair, sign, typed } from './crypto.ts';
import { bigEndian, node } from './nodes.ts';

export type SignedPreKey = { readonly id: number; readonly publicKey: Buffer; readonly signature: Buffer };

/** What is needed to begin a session with the client. A bundle without a one-time key is legal. */
export type Bundle = {
  readonly identity: Buffer;
  readonly registrationId: number;
  readonly signedPreKey: SignedPreKey;
  readonly preKey: { readonly id: number; readonly publicKey: Buffer } | undefined;
};

export type Sealed = { readonly type: 'pkmsg' | 'msg'; readonly bytes: Buffer };

export type SignalDevice = {
  readonly id: number;
  readonly identity: KeyPair;
  readonly registrationId: number;
  readonly hasSession: boolean;
  /** Replaces the session there was; messages on their way in the old one can still be read. */
  startSession(bundle: Bundle): Promise<void>;
  forgetSession(): void;
  /** @throws Error without a session */
  encrypt(plain: Buffer): Promise<Sealed>;
  /** @throws Error when it cannot be read */
  decrypt(type: string, sealed: Buffer): Promise<Buffer>;
  /** Identity, signed key and a fresh one-time key, as children of `<user>` or `<keys>`. */
  bundleNodes(): readonly BinaryNode[];
};

type Stored = ReturnType<SessionRecord['serialize']>;

/** The client is one address to everyone, whether it is written to by number or by LID. */
const CLIENT = new ProtocolAddress('client', 1);
const KEY_TYPE = Buffer.of(5);
const SIGNED_PRE_KEY_ID = 1;

export function createSignalDevice(id: number): SignalDevice {
  const identity = generateKeyPair();
  const registrationId = randomInt(1, 16_380);
  const signedPreKey = generateKeyPair();
  const signature = sign(identity.privateKey, typed(signedPreKey.publicKey));
  const preKeys = new Map<number, KeyPair>();
  let session: Stored | undefined;
  let lastPreKey = 0;

  const storage: SignalStorage = {
    loadSession: async () => (session === undefined ? undefined : SessionRecord.deserialize(session)),
    async storeSession(_address, record) {
      // A phone does not break one session while it looks for another.
      session = repairSession(() => session, record.serialize()) as Stored;
    },
    isTrustedIdentity: () => true,
    async loadPreKey(preKeyId) {
      const pair = preKeys.get(Number(preKeyId));
      return pair === undefined ? undefined : signalPair(pair);
    },
    removePreKey(preKeyId) {
      preKeys.delete(preKeyId);
    },
    loadSignedPreKey: () => signalPair(signedPreKey),
    getOurRegistrationId: () => registrationId,
    getOurIdentity: () => signalPair(identity),
  };

  return {
    id,
    identity,
    registrationId,
    get hasSession() {
      return session !== undefined && SessionRecord.deserialize(session).haveOpenSession();
    },
    startSession: (bundle) => new SessionBuilder(storage, CLIENT).initOutgoing(signalBundle(bundle)),
    forgetSession() {
      session = undefined;
    },
    async encrypt(plain) {
      const { type, body } = await new SessionCipher(storage, CLIENT).encrypt(plain);
      return { type: type === 3 ? 'pkmsg' : 'msg', bytes: Buffer.from(body, 'binary') };
    },
    async decrypt(type, sealed) {
      const cipher = new SessionCipher(storage, CLIENT);
      if (type === 'pkmsg') return cipher.decryptPreKeyWhisperMessage(sealed);
      if (type === 'msg') return cipher.decryptWhisperMessage(sealed);
      throw new Error(`unknown kind of encryption: ${type}`);
    },
    bundleNodes() {
      lastPreKey += 1;
      const preKey = generateKeyPair();
      preKeys.set(lastPreKey, preKey);
      return [
        ...signedNodes(identity.publicKey, {
          id: SIGNED_PRE_KEY_ID,
          publicKey: signedPreKey.publicKey,
          signature,
        }),
        node('key', {}, [node('id', {}, bigEndian(lastPreKey, 3)), node('value', {}, preKey.publicKey)]),
      ];
    },
  };
}

/** A bundle without a one-time key. */
export function signedNodes(identity: Buffer, { id, publicKey, signature }: SignedPreKey): BinaryNode[] {
  const skey = [
    node('id', {}, bigEndian(id, 3)),
    node('value', {}, publicKey),
    node('signature', {}, signature),
  ];
  return [node('type', {}, KEY_TYPE), node('identity', {}, identity), node('skey', {}, skey)];
}

function signalPair({ publicKey, privateKey }: KeyPair) {
  return { pubKey: typed(publicKey), privKey: privateKey };
}

type SignalBundle = Parameters<SessionBuilder['initOutgoing']>[0];

function signalBundle({ identity, registrationId, signedPreKey, preKey }: Bundle): SignalBundle {
  // The library's types demand a one-time key; its code does without.
  const bundle: Omit<SignalBundle, 'preKey'> & Partial<SignalBundle> = {
    registrationId,
    identityKey: typed(identity),
    signedPreKey: {
      keyId: signedPreKey.id,
      publicKey: typed(signedPreKey.publicKey),
      signature: signedPreKey.signature,
    },
  };
  if (preKey !== undefined) bundle.preKey = { keyId: preKey.id, publicKey: typed(preKey.publicKey) };
  return bundle as SignalBundle;
}
