import { readSessionRecord, type SessionRecord } from './session-record.ts';

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
