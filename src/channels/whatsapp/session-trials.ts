import { readSessionRecord, type SessionRecord } from './session-record.ts';

/**
 * A session record without what libsignal has broken while it looked for the session that a message belongs to. It
 * tries one after the other, and one that does not fit has taken a step by then that it cannot take back: its chain is
 * closed, its key to send with is gone. Then the one that fits is stored together with the broken ones, and what comes
 * or goes on those later cannot be read: "Bad MAC", a new session, and with that the next trial.
 * @param before gives the record as it was read; asked only where there is more than one session
 * @param after the record as it is to be stored. What is no record is handed back as it came
 */
export function withoutFailedTrials(before: () => unknown, after: unknown): unknown {
  const changed = readSessionRecord(after);
  if (changed === undefined || Object.keys(changed._sessions).length < 2) return after;
  const old = readSessionRecord(before());
  if (old === undefined) return after;
  const tried = inOrderOfTrial(old).filter((name) => stateOf(old, name) !== stateOf(changed, name));
  // The last one was found to fit. Encrypting, too, uses one, and nothing but that.
  const failed = tried.filter((name) => name in changed._sessions).slice(0, -1);
  if (failed.length === 0) return after;
  const restored = Object.fromEntries(failed.map((name) => [name, old._sessions[name]]));
  return { ...changed, _sessions: { ...changed._sessions, ...restored } };
}

/** As libsignal goes through them: the one used last first, else as they stand. */
function inOrderOfTrial({ _sessions }: SessionRecord): readonly string[] {
  const used = (name: string): number => _sessions[name]?.indexInfo.used ?? 0;
  return Object.keys(_sessions).sort((one, other) => used(other) - used(one));
}

/** What a step changes, as text: a field without a value is stored as none. */
function stateOf({ _sessions }: SessionRecord, name: string): string {
  const session = _sessions[name];
  return JSON.stringify([session?.currentRatchet, session?._chains]);
}
