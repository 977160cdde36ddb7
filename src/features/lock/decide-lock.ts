import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import type { Factor, LockPerson, LockState } from './lock.ts';

/** A machine corrects its clock by less than this all the time. */
const CLOCK_SLACK_MS = MINUTE_MS;

interface LockCheckFacts {
  readonly factor: Factor | undefined;
  /** How long an owner may be silent; undefined when there is no limit. */
  readonly idleMs: number | undefined;
  /** True for the person in the terminal. */
  readonly isAtMachine: boolean;
  readonly nowMs: number;
}

/**
 * Whether this owner's chats are locked now: by themselves, by their silence, or because the time cannot be trusted.
 */
export function lockNow(
  person: LockPerson | undefined,
  { factor, idleMs, isAtMachine, nowMs }: LockCheckFacts,
): LockState | undefined {
  if (person?.locked !== undefined) return person.locked;
  // Work that is started at the machine, perhaps by a script, is not stopped by silence in a chat.
  if (factor === undefined || idleMs === undefined || isAtMachine) return undefined;
  const heardAtMs = Math.max(person?.heardAtMs ?? 0, factor.sinceMs);
  if (nowMs < heardAtMs - CLOCK_SLACK_MS) return { why: 'clock', atMs: nowMs };
  return nowMs - heardAtMs >= idleMs ? { why: 'idle', atMs: heardAtMs + idleMs } : undefined;
}

/** Mistyping is common: a wait begins only with the third wrong code. */
const FREE_TRIES = 2;
const FIRST_WAIT_MS = 30 * SECOND_MS;
/** Long enough that ten thousand guesses take more than a year, short enough for an owner to wait. */
const MAX_WAIT_MS = HOUR_MS;

/** How long codes are not checked after so many wrong ones in a row, in milliseconds. */
export function waitAfter(wrong: number): number {
  if (wrong <= FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE_TRIES - 1, 20), MAX_WAIT_MS);
}

/**
 * How long this person has to wait before a code is checked, in milliseconds. A clock that was set back only prolongs
 * it.
 */
export function waitLeft(person: Pick<LockPerson, 'wrong' | 'wrongAtMs'> | undefined, nowMs: number): number {
  if (person?.wrongAtMs === undefined) return 0;
  return Math.max(0, person.wrongAtMs + waitAfter(person.wrong) - nowMs);
}
