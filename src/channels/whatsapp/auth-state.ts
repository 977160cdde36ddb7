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
import { isMapping } from '../../core/json.ts';
import { fault } from '../../core/texts/faults.ts';
import { readBinaryJson, toBinaryJson } from './binary-json.ts';
import type { KnownKeys } from './caches.ts';
import type { Journal } from './journal.ts';
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

/** How many closed chains without waiting keys are kept: a repeated message is recognised by its chain. */
const KEPT_EMPTY = 4;
/** How many closed chains with keys for messages that have not arrived yet are kept. */
const KEPT_WAITING = 20;
/** The type of a receiving chain in libsignal. */
const RECEIVING = 2;

type Fields = Readonly<Record<string, unknown>>;

interface Chain extends Fields {
  readonly chainKey: Fields & { readonly key?: unknown };
  readonly chainType: number;
  readonly messageKeys: Fields;
}
type Chains = Readonly<Record<string, Chain>>;

interface SignalSession extends Fields {
  readonly _chains: Chains;
  readonly indexInfo: Fields & { readonly used?: number };
}

/** All sessions with one device of a contact. */
interface SignalRecord extends Fields {
  readonly _sessions: Readonly<Record<string, SignalSession>>;
}

/**
 * libsignal 6 damages the records of encrypted sessions, and never prunes them. Returns the record without chains that
 * were closed long ago, and with the sessions restored that only a search has changed.
 * @param before returns the record as it was read; called only if there is more than one session
 * @param after the record to be stored. Anything but a record is returned as it is
 */
export function repairSession(before: () => unknown, after: unknown): unknown {
  const record = readRecord(after);
  return record === undefined ? after : pruneRecord(restoreTriedSessions(before, record) ?? record);
}

/**
 * Undefined for anything but a record. A light check on purpose: it is made with every message, and a schema copies the
 * whole record each time.
 */
function readRecord(value: unknown): SignalRecord | undefined {
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is SignalRecord {
  return isMapping(value) && isMapping(value._sessions) && Object.values(value._sessions).every(isSession);
}

function isSession(value: unknown): value is SignalSession {
  if (!isMapping(value) || !isMapping(value._chains) || !isMapping(value.indexInfo)) return false;
  const { used } = value.indexInfo;
  return (used === undefined || typeof used === 'number') && Object.values(value._chains).every(isChain);
}

function isChain(value: unknown): value is Chain {
  if (!isMapping(value) || !isMapping(value.chainKey) || !isMapping(value.messageKeys)) return false;
  return typeof value.chainType === 'number';
}

/**
 * Removes receiving chains that were closed long ago. libsignal keeps all of them: the record of a contact grows with
 * every turn of the conversation and is written with every message.
 */
function pruneRecord(record: SignalRecord): SignalRecord {
  const sessions = Object.entries(record._sessions).map(
    ([key, session]) => [key, pruneEntry(session)] as const,
  );
  // Nearly always: a copy would be made with every message.
  if (sessions.every(([key, session]) => session === record._sessions[key])) return record;
  return { ...record, _sessions: Object.fromEntries(sessions) };
}

function pruneEntry(session: SignalSession): SignalSession {
  const chains = pruneChains(session._chains);
  return chains === session._chains ? session : { ...session, _chains: chains };
}

/** The fields are in the order of their creation. */
function pruneChains(chains: Chains): Chains {
  const closed = Object.keys(chains).filter((key) => isClosed(chains[key]));
  if (closed.length <= KEPT_EMPTY) return chains;
  const isEmpty = (key: string): boolean => Object.keys(chains[key]?.messageKeys ?? {}).length === 0;
  const dropped = new Set([
    ...closed.filter(isEmpty).slice(0, -KEPT_EMPTY),
    ...closed.filter((key) => !isEmpty(key)).slice(0, -KEPT_WAITING),
  ]);
  if (dropped.size === 0) return chains;
  return Object.fromEntries(Object.entries(chains).filter(([key]) => !dropped.has(key)));
}

function isClosed(chain: Chains[string] | undefined): boolean {
  return chain !== undefined && chain.chainType === RECEIVING && chain.chainKey.key === undefined;
}

/**
 * Restores the sessions in a record that libsignal damaged while it searched for the one that a message belongs to.
 * It tries one after the other, and a wrong one has taken an irreversible step by then: its chain is closed, its
 * sending key is gone. Then the right one is stored together with the damaged ones, and later messages on those
 * cannot be read: "Bad MAC", a new session, and with that the next trial. Undefined where nothing has to be restored.
 */
function restoreTriedSessions(before: () => unknown, changed: SignalRecord): SignalRecord | undefined {
  if (Object.keys(changed._sessions).length < 2) return undefined;
  const old = readRecord(before());
  if (old === undefined) return undefined;
  const tried = inOrderOfTrial(old).filter(
    (name) => !isUntried(old._sessions[name], changed._sessions[name]),
  );
  // The last one matched. Encrypting, too, uses one, and only that.
  const failed = tried.filter((name) => name in changed._sessions).slice(0, -1);
  if (failed.length === 0) return undefined;
  const sound = failed.flatMap((name) => {
    const session = old._sessions[name];
    return session === undefined ? [] : [[name, session] as const];
  });
  return { ...changed, _sessions: { ...changed._sessions, ...Object.fromEntries(sound) } };
}

/** The order of libsignal: the last used one first, then as stored. */
function inOrderOfTrial({ _sessions }: SignalRecord): readonly string[] {
  const used = (name: string): number => _sessions[name]?.indexInfo.used ?? 0;
  return Object.keys(_sessions).sort((one, other) => used(other) - used(one));
}

/** True when the parts that a trial changes are equal. */
function isUntried(before: SignalSession | undefined, after: SignalSession | undefined): boolean {
  return (
    isSameJson(before?.currentRatchet, after?.currentRatchet) && isSameJson(before?._chains, after?._chains)
  );
}

/** True when both are the same in JSON but for the order of fields: one without a value is stored as none. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (!isMapping(one) || !isMapping(other)) return one === other;
  for (const name in one) if (!isSameJson(one[name], other[name])) return false;
  for (const name in other) if (other[name] !== undefined && one[name] === undefined) return false;
  return true;
}
