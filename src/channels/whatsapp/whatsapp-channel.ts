import * as z from 'zod';
import type { Channel, OutboundMessage } from '../../contracts/channel.ts';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Locale } from '../../core/texts/texts.ts';
import type { ClientSettings } from './client.ts';
import type { WhatsAppAuthor } from './identity.ts';
import type { LeaseParts } from './lease.ts';
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
