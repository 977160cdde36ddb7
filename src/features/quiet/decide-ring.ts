import type { OutboxRow } from '../../contracts/store.ts';
import { isUnseenMessage } from '../../core/ids.ts';
import { MINUTE_MS } from '../../core/time.ts';

/**
 * What a message is to a phone. `silent`: it rings nothing. `notice`: about what somebody is just doing. `alarm`: a person has
 * set this very time for it. `warning`: somebody else may have the phone. `news`: all the rest.
 */
export type Ring = 'silent' | 'notice' | 'alarm' | 'warning' | 'news';

/** Not replies: a schedule is replied to as well. Whoever has written is present. */
const NOTICE = /^(?:welcome|unreadable|flood|bug|interrupt):/;
const WARNING = /^lock-/;

/** By its key and its kind, which say where it comes from. */
export function ringOf({ key, body }: Pick<OutboxRow, 'key' | 'body'>): Ring {
  if (body.kind === 'edit' || body.kind === 'reaction' || body.kind === 'delete') return 'silent';
  if (NOTICE.test(key)) return 'notice';
  if (WARNING.test(key)) return 'warning';
  return isUnseenMessage(key) ? 'alarm' : 'news';
}

/** Whoever wrote within this time is awake, and waits for what they began. */
const PRESENT_MS = 10 * MINUTE_MS;

export function isPresent(heardAtMs: number | undefined, nowMs: number): boolean {
  return heardAtMs !== undefined && nowMs >= heardAtMs && nowMs - heardAtMs < PRESENT_MS;
}

/** Whether it may be sent in quiet hours. */
export function mayRing(ring: Ring, someonePresent: boolean): boolean {
  return ring !== 'news' || someonePresent;
}
