import * as z from 'zod';
import type { Fence, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { readBinaryJson } from './binary-json.ts';
import type { Cache } from './caches.ts';

const TYPE = 'retry-count';
const KEPT_MS = 14 * 24 * 60 * 60_000;

/**
 * Counts in the store how often each message was requested again: a phone that can never read one must not get it a
 * few more times after every restart.
 */
export function storedRetryCounters({
  store,
  fence,
  clock,
  log,
}: {
  readonly store: WhatsAppStore;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly log: Log;
}): Cache {
  // If a counter cannot be written, a message may be sent once more; that is no reason to fail.
  const write = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.warn('channel.whatsapp.retry_counter.not_stored', { error: messageOf(error) });
    }
  };
  const change = (id: string, value: string | undefined): void =>
    write(() => store.auth.changeKeys(fence, [{ type: TYPE, id, value }], clock.nowMs()));
  write(() => store.auth.pruneKeys(fence, TYPE, clock.nowMs() - KEPT_MS));
  return {
    get<T>(key: string) {
      const text = store.auth.keys(fence.account, TYPE, [key]).get(key);
      if (text === undefined) return undefined;
      const read = readBinaryJson(text, z.number());
      return 'value' in read ? (read.value as T) : undefined; // the client only keeps numbers here
    },
    set: (key, value) => change(key, JSON.stringify(value)),
    del: (key) => change(key, undefined),
    flushAll: () => undefined,
  };
}
