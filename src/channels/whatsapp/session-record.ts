import * as z from 'zod';

const Chain = z.looseObject({
  chainKey: z.looseObject({ key: z.unknown().optional() }),
  chainType: z.int(),
  messageKeys: z.record(z.string(), z.unknown()),
});
const Session = z.looseObject({
  _chains: z.record(z.string(), Chain),
  currentRatchet: z.unknown(),
  indexInfo: z.looseObject({ used: z.number().optional() }),
});
const SessionRecord = z.looseObject({ _sessions: z.record(z.string(), Session) });

type Chains = Record<string, z.infer<typeof Chain>>;
type SessionRecord = z.infer<typeof SessionRecord>;

/** All sessions with one device of a contact, as libsignal 6 stores them. Undefined for anything else. */
function readSessionRecord(value: unknown): SessionRecord | undefined {
  return SessionRecord.safeParse(value).data;
}

/** Constants of libsignal. */
const RECEIVING = 2;
/** How many closed chains without waiting keys are kept: a repeated message is recognised by its chain. */
const KEPT_EMPTY = 4;
/** How many closed chains with keys for messages that have not arrived yet are kept. */
const KEPT_WAITING = 20;

/**
 * Removes receiving chains that were closed long ago from a session record. libsignal keeps all of them: the record
 * of a contact grows with every turn of the conversation and is written with every message. Anything that does not
 * look like a record is returned as it is.
 */
export function prunedSession(record: unknown): unknown {
  const parsed = readSessionRecord(record);
  if (parsed === undefined) return record;
  const sessions = Object.entries(parsed._sessions).map(([key, session]) => [
    key,
    { ...session, _chains: prunedChains(session._chains) },
  ]);
  return { ...parsed, _sessions: Object.fromEntries(sessions) };
}

/** The fields are in the order of their creation. */
function prunedChains(chains: Chains): Chains {
  const closed = Object.keys(chains).filter((key) => isClosed(chains[key]));
  const isEmpty = (key: string): boolean => Object.keys(chains[key]?.messageKeys ?? {}).length === 0;
  const dropped = new Set([
    ...closed.filter(isEmpty).slice(0, -KEPT_EMPTY),
    ...closed.filter((key) => !isEmpty(key)).slice(0, -KEPT_WAITING),
  ]);
  return Object.fromEntries(Object.entries(chains).filter(([key]) => !dropped.has(key)));
}

function isClosed(chain: Chains[string] | undefined): boolean {
  return chain !== undefined && chain.chainType === RECEIVING && chain.chainKey.key === undefined;
}

/**
 * Restores the sessions in a record that libsignal damaged while it searched for the one that a message belongs to.
 * It tries one after the other, and a wrong one has taken an irreversible step by then: its chain is closed, its
 * sending key is gone. Then the right one is stored together with the damaged ones, and later messages on those
 * cannot be read: "Bad MAC", a new session, and with that the next trial.
 * @param before returns the record as it was read; called only if there is more than one session
 * @param after the record to be stored. Anything but a record is returned as it is
 */
export function withoutFailedTrials(before: () => unknown, after: unknown): unknown {
  const changed = readSessionRecord(after);
  if (changed === undefined || Object.keys(changed._sessions).length < 2) return after;
  const old = readSessionRecord(before());
  if (old === undefined) return after;
  const tried = inOrderOfTrial(old).filter((name) => stateOf(old, name) !== stateOf(changed, name));
  // The last one matched. Encrypting, too, uses one, and only that.
  const failed = tried.filter((name) => name in changed._sessions).slice(0, -1);
  if (failed.length === 0) return after;
  const restored = Object.fromEntries(failed.map((name) => [name, old._sessions[name]]));
  return { ...changed, _sessions: { ...changed._sessions, ...restored } };
}

/** The order of libsignal: the last used one first, then as stored. */
function inOrderOfTrial({ _sessions }: SessionRecord): readonly string[] {
  const used = (name: string): number => _sessions[name]?.indexInfo.used ?? 0;
  return Object.keys(_sessions).sort((one, other) => used(other) - used(one));
}

/** The parts that a trial changes, as text: a field without a value is stored as none. */
function stateOf({ _sessions }: SessionRecord, name: string): string {
  const session = _sessions[name];
  return JSON.stringify([session?.currentRatchet, session?._chains]);
}
