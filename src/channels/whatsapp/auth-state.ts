import type {
  AuthenticationCreds,
  AuthenticationState,
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
} from '@whiskeysockets/baileys';
import * as z from 'zod';
import type { Fence, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { readBinaryJson, toBinaryJson } from './binary-json.ts';
import type { Journal } from './journal.ts';
import type { KnownKeys } from './known-keys.ts';
import { repairSession } from './signal-sessions.ts';
import { ACCOUNT } from './stored-link.ts';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const KeyPair = z.looseObject({ public: Bytes, private: Bytes });
/** The fields that a log-in needs. All others belong to the client. */
const Credentials = z.looseObject({
  noiseKey: KeyPair,
  pairingEphemeralKeyPair: KeyPair,
  signedIdentityKey: KeyPair,
  signedPreKey: z.looseObject({ keyPair: KeyPair, signature: Bytes, keyId: z.int() }),
  registrationId: z.int(),
  advSecretKey: z.string(),
  nextPreKeyId: z.int(),
  firstUnuploadedPreKeyId: z.int(),
  me: z.looseObject({ id: z.string() }).optional(),
  account: z.looseObject({}).optional(),
});

export interface AuthParts {
  readonly store: WhatsAppStore;
  readonly journal: Journal;
  readonly known: KnownKeys;
  readonly fence: Fence;
  readonly clock: Clock;
  /** Another program holds the lease: a write was refused. */
  onLost(why: string): void;
}

/** The client's functions that the stored state needs. */
export interface AuthClient {
  initAuthCreds(): AuthenticationCreds;
  /** Restores a key of the app state as a protocol object. */
  appStateKey(value: object): SignalDataTypeMap['app-state-sync-key'];
}

export interface AuthState extends AuthenticationState {
  /** Stores the credentials as they are now. */
  save(): void;
}

/** True when the stored credentials are those of a linked device: a pairing that was begun leaves some, too. */
export function isLinked(creds: Pick<AuthenticationCreds, 'me' | 'account'>): boolean {
  return creds.me !== undefined && creds.account !== undefined;
}

const Linked = z.object({ me: z.unknown().optional(), account: z.unknown().optional() });

/** True when the rows contain a linked device. Unreadable rows count as well: connecting reports the error. */
function hasLinkedDevice({ auth }: Pick<WhatsAppStore, 'auth'>, account: string): boolean {
  const row = auth.credentials(account);
  if (row === undefined) return false;
  const read = readBinaryJson(row.text, Linked);
  return 'problem' in read || (read.value.me !== undefined && read.value.account !== undefined);
}

/** True when there is a device to connect with. */
export function isAnyDeviceLinked(store: Pick<WhatsAppStore, 'auth'>): boolean {
  return hasLinkedDevice(store, ACCOUNT);
}

/**
 * The credentials and keys of an account; new ones only where there are none yet.
 * @throws Failure `invalid` when they cannot be read: starting anew would create a second device
 */
export function openAuthState(parts: AuthParts, client: AuthClient): AuthState {
  const creds = readCredentials(parts) ?? client.initAuthCreds();
  // A pairing was begun and not finished: with its data, the next connection would log in as a device that does not
  // exist.
  if (!isLinked(creds)) Object.assign(creds, { me: undefined, pairingCode: undefined });
  const save = (): void => {
    const { store, fence, clock } = parts;
    const entry = { text: toBinaryJson(creds), atMs: clock.nowMs() };
    writeFenced(parts, () => store.auth.saveCredentials(fence, entry));
  };
  return { creds, keys: openKeys(parts, client), save };
}

function readCredentials({ store, fence }: AuthParts): AuthenticationCreds | undefined {
  const row = store.auth.credentials(fence.account);
  if (row === undefined) return undefined;
  const read = readBinaryJson(row.text, Credentials);
  // Safe: only this program writes the row, from this very type; the fields for a log-in were checked.
  if ('value' in read) return read.value as unknown as AuthenticationCreds;
  throw new Failure('invalid', fault('whatsapp-credentials', row.generation, read.problem), {
    facts: { generation: row.generation },
  });
}

function openKeys(parts: AuthParts, { appStateKey }: AuthClient): SignalKeyStore {
  const { store, journal, known, fence, clock } = parts;
  const read = (type: string, ids: readonly string[]): ReadonlyMap<string, unknown> => {
    const values = new Map(ids.map((id) => [id, known.get(type, id)]));
    const unknown = ids.filter((id) => values.get(id) === undefined);
    if (unknown.length === 0) return values;
    for (const [id, text] of store.auth.keys(fence.account, type, unknown)) {
      const value = readKey(type, text);
      known.keep(type, id, value);
      values.set(id, value);
    }
    return values;
  };
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const [id, value] of read(type, ids)) {
        if (value === undefined) continue;
        const key = type === 'app-state-sync-key' ? appStateKey(Object(value)) : value;
        // Safe: the row was written by `set` from a value of this very type.
        found[id] = key as SignalDataTypeMap[T];
      }
      return found;
    },
    set(data: SignalDataSet) {
      const changed = valuesIn(data, (id) => read('session', [id]).get(id));
      // If the commit fails, what is stored is as it was before.
      for (const { type, id } of changed) known.forget(type, id);
      const changes = changed.map(({ type, id, value }) => ({
        type,
        id,
        value: value === undefined ? undefined : toBinaryJson(value),
      }));
      // The content that was decrypted with these keys is stored in the same commit: neither can exist without the
      // other.
      writeFenced(parts, () =>
        journal.commitWith(() => store.auth.changeKeys(fence, changes, clock.nowMs())),
      );
      for (const { type, id, value } of changed) if (value !== undefined) known.keep(type, id, value);
    },
  };
}

function writeFenced({ onLost }: AuthParts, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (isFailure(error) && error.kind === 'conflict') onLost(error.message);
    throw error;
  }
}

function readKey(type: string, text: string): unknown {
  const read = readBinaryJson(text, z.unknown());
  if ('value' in read) return read.value;
  throw new Failure('invalid', fault('whatsapp-key', type, read.problem));
}

interface ChangedKey {
  readonly type: string;
  readonly id: string;
  /** Undefined removes the key. */
  readonly value: unknown;
}

/** @param storedSession reads the record of a session as it is stored */
function valuesIn(data: SignalDataSet, storedSession: (id: string) => unknown): readonly ChangedKey[] {
  return Object.entries(data).flatMap(([type, entries]) =>
    Object.entries(entries ?? {}).map(([id, value]: [string, unknown]) => {
      if (value === null || value === undefined) return { type, id, value: undefined };
      if (type !== 'session') return { type, id, value };
      return { type, id, value: repairSession(() => storedSession(id), value) };
    }),
  );
}
