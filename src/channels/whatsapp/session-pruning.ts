import { type Chains, readSessionRecord } from './session-record.ts';

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
