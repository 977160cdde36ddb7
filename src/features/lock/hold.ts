import type { HoldHooks } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import { lockNow } from './decide-lock.ts';
import type { LockLookup, LockState } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

/** Messages of the lock itself, and messages that name nothing of a task. */
const SENT_ALL_THE_SAME = /^(?:lock-[a-z]+|bug|unreadable|flood):/;

export interface HoldParts {
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
