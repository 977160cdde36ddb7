import type { OutboxRow } from '../../contracts/store.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { isUnseenMessage } from '../../core/ids.ts';

/**
 * How much a message disturbs. `silent`: no phone rings. `notice`: it is about the person's present action. `alarm`: a
 * person has set this very time for it. `warning`: a stranger may have the phone. `news`: all other messages.
 */
export type Ring = 'silent' | 'notice' | 'alarm' | 'warning' | 'news';

/**
 * Keys of notices. Replies are not among them, because a schedule gets replies as well, and a person who has just
 * written counts as present.
 */
const NOTICE = /^(?:welcome|unreadable|flood|bug|interrupt):/;
const WARNING = /^lock-/;

/** Decides by the key and the kind of the message, which show its origin. */
export function ringOf({ key, body }: Pick<OutboxRow, 'key' | 'body'>): Ring {
  if (body.kind === 'edit' || body.kind === 'reaction' || body.kind === 'delete') return 'silent';
  if (NOTICE.test(key)) return 'notice';
  if (WARNING.test(key)) return 'warning';
  return isUnseenMessage(key) ? 'alarm' : 'news';
}

/** A person who wrote within this time is awake, and waits for what they began. */
const PRESENT_MS = 10 * MINUTE_MS;

export function isPresent(heardAtMs: number | undefined, nowMs: number): boolean {
  return heardAtMs !== undefined && nowMs >= heardAtMs && nowMs - heardAtMs < PRESENT_MS;
}

/** True when it may be sent in quiet hours. */
export function mayRing(ring: Ring, someonePresent: boolean): boolean {
  return ring !== 'news' || someonePresent;
}
