import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { DAY_MS } from '../../core/time.ts';

const SWEEP_MS = 30_000;
/** How long a phone may ask for a message again, and a server deliver one again. */
const KEPT_MS = 14 * DAY_MS;

export interface TidyParts {
  readonly store: Pick<WhatsAppStore, 'sent' | 'journal'>;
  readonly account: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs twice a minute. */
  sweep(): void;
  /** Runs once a day. */
  topUp(): void;
}

/** Repeated work while the channel is open; resolves when it stops. */
export async function keepTidy(parts: TidyParts, signal: AbortSignal): Promise<void> {
  const { store, account, clock, log } = parts;
  let prunedMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await clock.sleep(SWEEP_MS, signal);
    if (signal.aborted) return;
    parts.sweep();
    const nowMs = clock.nowMs();
    if (nowMs - prunedMs < DAY_MS) continue;
    prunedMs = nowMs;
    parts.topUp();
    try {
      store.sent.prune(account, nowMs - KEPT_MS);
      store.journal.prune(account, nowMs - KEPT_MS);
    } catch (error) {
      log.warn('channel.whatsapp.not_pruned', { error: messageOf(error) });
    }
  }
}
