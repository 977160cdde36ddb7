import type { HoldHooks } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import type { Factor, LockLookup, LockPerson, LockState } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

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

/** Messages of the lock itself, and messages that name nothing of a task. */
const SENT_ALL_THE_SAME = /^(?:lock-[a-z]+|bug|unreadable|flood):/;

interface HoldParts {
  readonly rows: LockLookup;
  readonly store: Pick<Store, 'conversations'>;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly idleMs: number | undefined;
  readonly locale: Locale | undefined;
}

/** Nothing is shown in a locked chat: messages wait, and one line says so. */
export function lockHolds(parts: HoldParts): HoldHooks {
  return {
    holdsMessage({ key, conversation }) {
      if (SENT_ALL_THE_SAME.test(key)) return false;
      const locked = findLock(conversation, parts);
      if (locked !== undefined) sayThatSomethingWaits(conversation, locked, parts);
      return locked !== undefined;
    },
    holdsCard: (conversation) => findLock(conversation, parts) !== undefined,
  };
}

export function findLock(
  conversation: ConversationId,
  { rows, clock, idleMs }: Pick<HoldParts, 'rows' | 'clock' | 'idleMs'>,
): LockState | undefined {
  const people = rows.listPeopleIn(conversation);
  if (people.length === 0) return undefined;
  const now = { factor: rows.factor(), idleMs, nowMs: clock.nowMs() };
  for (const person of people) {
    const locked = lockNow(person, { ...now, isAtMachine: isAtMachine(person.person) });
    if (locked !== undefined) return locked;
  }
  return undefined;
}

/** The key makes it one line for each time that the chat is locked. */
function sayThatSomethingWaits(
  conversation: ConversationId,
  { atMs }: LockState,
  { store, outbox, locale }: HoldParts,
): void {
  const text = lockTexts(texts(localeHere(conversation, locale, store.conversations))).somethingWaits;
  outbox.enqueue({
    conversation,
    key: `lock-waits:${conversation}:${atMs}`,
    body: { kind: 'text', text },
  });
}
