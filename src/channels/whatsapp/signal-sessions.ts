import { isMapping } from '../../core/json.ts';

/** Repairs the records of encrypted sessions before they are stored. libsignal 6 damages them, and never prunes them. */

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
 * The record without chains that were closed long ago, and with the sessions restored that only a search has changed.
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
