import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Channel, OutboundMessage } from '../../contracts/channel.ts';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { ClientSettings } from './client.ts';
import type { DrawDiff } from './diff-parts.ts';
import type { Author } from './identity.ts';
import type { LeaseParts } from './lease.ts';
import type { LinkCheck } from './link-check.ts';
import type { LinkState } from './link-state.ts';
import type { PacingLimits } from './pacing.ts';

export interface WhatsAppParts {
  readonly store: WhatsAppStore;
  readonly settings: ClientSettings;
  /** Digits of the number to be linked by a code to type; undefined: by a QR code to scan. */
  readonly pairingPhone: string | undefined;
  /** True: the device that is linked is put aside, never deleted, and another one is linked. */
  readonly fresh?: boolean;
  /** This process, and whether another one lives. */
  readonly lease: Pick<LeaseParts, 'self' | 'isAlive'>;
  /** Undefined: messages leave as they come, unless WhatsApp says that it is too much. */
  readonly pacing?: PacingLimits | undefined;
  drawDiff: DrawDiff;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 up to 1. */
  random(): number;
  /** After every change: codes to be shown, the way to the terminal state, the way back. */
  onState(state: LinkState): void;
  /** Nothing that they write is read or confirmed; it is handed in without a word of it, so that it can be refused. */
  isStranger(author: Author): boolean;
  /** They are on the list, also when the own number is theirs: then the own chat is one with the program. */
  isListed(author: Author): boolean;
}

export interface WhatsAppChannel extends Channel {
  formatted(text: string): string;
  holdMs(message: Pick<OutboundMessage, 'chat' | 'body'>): number;
  readonly state: LinkState;
  /** The own number and LID, once a device is linked. */
  readonly own: { readonly phone: string | undefined; readonly lid: string | undefined };
  /** A phone hands a new device the past once; until then, or for 20 s, the client holds back what comes. */
  readonly hasFirstHistory: boolean;
  /** How often each state was entered. */
  readonly entered: ReadonlyMap<LinkState['at'], number>;
  /**
   * Tries the link out by a message to the own chat, which is taken back.
   * @param text what that chat shows for a moment
   * @throws Failure `unavailable` when there is no link
   */
  check(text: string): Promise<LinkCheck>;
}
