import type { Fence, KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';

export interface AccountRows {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes a row beside the keys of the account. Never throws: a value that cannot be written is known until the
 * program ends.
 */
export function remember(change: KeyChange, { store, fence, clock, log }: AccountRows): void {
  try {
    store.auth.changeKeys(fence, [change], clock.nowMs());
  } catch (error) {
    log.warn('channel.whatsapp.not_remembered', { what: change.type, error: messageOf(error) });
  }
}

/** Moves the linked device aside. Returns the new place; undefined when there was none, or moving failed. */
export function putAside(why: string, { store, fence, clock, log }: AccountRows): string | undefined {
  const { account } = fence;
  if (store.auth.credentials(account) === undefined) return undefined;
  const aside = `${account}, put aside ${new Date(clock.nowMs()).toISOString()}`;
  try {
    store.auth.quarantine(fence, aside);
    log.warn('channel.whatsapp.credentials.put_aside', { reason: why, under: aside });
    return aside;
  } catch (error) {
    log.error('channel.whatsapp.credentials.not_put_aside', { reason: why, error: messageOf(error) });
    return undefined;
  }
}
