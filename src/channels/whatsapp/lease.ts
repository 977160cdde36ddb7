import type { Fence, LeaseRow, WhatsAppLeaseStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';

const RENEW_MS = 15_000;

const TTL_MS = 45_000;

/** An update starts the new program while the old one is still ending. */
const WAIT_MS = MINUTE_MS;

const LOOK_AGAIN_MS = 3000;

/** A process by number and start mark. */
interface LeaseHolder {
  readonly pid: number;
  readonly mark: string;
}

export interface LeaseParts {
  readonly lease: WhatsAppLeaseStore;
  readonly account: string;
  readonly self: LeaseHolder;
  isAlive(holder: LeaseHolder): Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

type LeaseTaken =
  /** `idleSinceMs`: when the previous holder last renewed it; undefined when there was none. */
  | { readonly kind: 'taken'; readonly fence: Fence; readonly idleSinceMs: number | undefined }
  | { readonly kind: 'held'; readonly pid: number }
  | { readonly kind: 'stopped' };

/** True when the lease of this row may be taken: it was released, has expired, or belongs to a dead process. */
export function isFree(row: LeaseRow | undefined, nowMs: number, holderIsAlive: boolean): boolean {
  return row === undefined || row.expiresAtMs <= nowMs || !holderIsAlive;
}

/** Takes the lease, waiting a while for a holder that is about to end. */
export async function takeLease(parts: LeaseParts, signal: AbortSignal): Promise<LeaseTaken> {
  const { lease, account, self, clock } = parts;
  const untilUpMs = clock.upMs() + WAIT_MS;
  for (;;) {
    const row = lease.get(account);
    const alive = row !== undefined && (await parts.isAlive({ pid: row.pid, mark: row.startTime }));
    if (signal.aborted) return { kind: 'stopped' };
    const atMs = clock.nowMs();
    if (isFree(row, atMs, alive)) {
      const claim = { account, pid: self.pid, startTime: self.mark, over: row?.epoch };
      const epoch = lease.take({ ...claim, atMs, expiresAtMs: atMs + TTL_MS });
      if (epoch !== undefined)
        return { kind: 'taken', fence: { account, epoch }, idleSinceMs: row?.renewedAtMs };
    } else if (clock.upMs() >= untilUpMs) return { kind: 'held', pid: row?.pid ?? 0 };
    await clock.sleep(LOOK_AGAIN_MS, signal);
  }
}

/**
 * Renews until `signal` aborts. Resolves with the reason when the lease is lost, with undefined when it was stopped.
 */
export async function keepLease(
  fence: Fence,
  { lease, clock, log }: Pick<LeaseParts, 'lease' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  let renewedUpMs = clock.upMs();
  for (;;) {
    await clock.sleep(RENEW_MS, signal);
    if (signal.aborted) return undefined;
    const [atMs, upMs] = [clock.nowMs(), clock.upMs()];
    try {
      if (!lease.renew(fence, { atMs, expiresAtMs: atMs + TTL_MS }))
        return 'Another program has taken over this WhatsApp account. Let only one run on this data folder.';
      renewedUpMs = upMs;
    } catch (error) {
      log.warn('channel.whatsapp.lease.not_renewed', { error: messageOf(error) });
      if (upMs - renewedUpMs >= TTL_MS)
        return `The lease of the WhatsApp account could not be renewed in time (${messageOf(error)}).`;
    }
  }
}
