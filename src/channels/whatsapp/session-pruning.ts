import { type Chains, readSessionRecord } from './session-record.ts';

/** As libsignal writes them. */
const RECEIVING = 2;
/** Closed chains that are kept although nothing can come on them: a message that arrives twice is known by its chain. */
const KEPT_EMPTY = 4;
/** Closed chains with keys for messages that have not arrived yet. */
const KEPT_WAITING = 20;

/**
 * A session record without the receiving chains that are long closed. libsignal keeps all of them: the record of a
 * contact grows with every turn of the conversation and is written with every message. What does not look like a
 * record is handed back as it came.
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

/** The order of the fields is that of their making. */
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
