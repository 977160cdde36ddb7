import * as z from 'zod';
import type { Channel, OutboundMessage } from '../../contracts/channel.ts';
import type { Fence, LeaseRow, WhatsAppLeaseStore, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import type { Locale } from '../../core/texts/texts.ts';
import type { ClientSettings } from './client.ts';
import type { WhatsAppAuthor } from './identity.ts';
import type { LinkState } from './link-state.ts';
import type { DrawDiff } from './outgoing.ts';
import type { PacingLimits } from './pacing.ts';

export interface WhatsAppParts {
  readonly store: WhatsAppStore;
  readonly settings: ClientSettings;
  /** Digits of the number to link by a typed code; undefined when a QR code is scanned. */
  readonly pairingPhone: string | undefined;
  /** True when the linked device is moved aside, never deleted, and another one is linked. */
  readonly fresh?: boolean;
  /** This process, and a check whether another one lives. */
  readonly lease: Pick<LeaseParts, 'self' | 'isAlive'>;
  /** When undefined, messages are sent at once, unless WhatsApp reports too many. */
  readonly pacing?: PacingLimits | undefined;
  /** The least time between two edits of a message; without it 3 s. */
  readonly editIntervalMs?: number;
  drawDiff: DrawDiff;
  /** Words as they may be stored before the program has read them, in as many bytes. */
  maskWords(words: string): string;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 up to 1. */
  random(): number;
  /** Called after every change: codes to show, terminal states, recoveries. */
  onState(state: LinkState): void;
  /**
   * True for a stranger: nothing they write is read or confirmed; the message is handed on without its content, so
   * that it can be refused.
   */
  isStranger(author: WhatsAppAuthor): boolean;
  /** True for a listed person, even with the own number: then the own chat is one with the program. */
  isListed(author: WhatsAppAuthor): boolean;
}

export interface WhatsAppChannel extends Channel {
  format(text: string): string;
  canDelete(chat: string): boolean;
  holdMs(message: Pick<OutboundMessage, 'chat' | 'body'>): number;
  readonly state: LinkState;
  /** The own number and LID, once a device is linked. */
  readonly own: { readonly phone: string | undefined; readonly lid: string | undefined };
  /**
   * A phone sends a new device its history once; until then, or for 20 s, the client holds incoming messages back.
   */
  readonly hasFirstHistory: boolean;
  /** How often each state was entered. */
  readonly entered: ReadonlyMap<LinkState['at'], number>;
  /**
   * Tests the link with a message to the own chat, which is deleted again.
   * @param text what that chat shows for a moment
   * @throws Failure `unavailable` when there is no link
   */
  check(text: string, locale: Locale): Promise<LinkCheck>;
}

/** Result of one message to the own chat. */
const LinkProbe = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('returned'),
    /** Time from sending until the server had accepted it. */
    ackMs: z.number(),
    /** Time until the own phone had it; missing when it did not report in time. */
    receiptMs: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), why: z.string() }),
]);
export type LinkProbe = z.infer<typeof LinkProbe>;

/** Facts that only a logged-in client can find out. */
export const LinkCheck = z.strictObject({
  probe: LinkProbe,
  /** Server's time minus ours, accurate to half a second; missing when the server did not give it. */
  clockOffsetMs: z.number().optional(),
  /** Groups that the own number is in; missing when the server did not answer. */
  groups: z.array(z.strictObject({ id: z.string(), name: z.string() })).optional(),
});
export type LinkCheck = z.infer<typeof LinkCheck>;

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
