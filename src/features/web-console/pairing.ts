import type { LinkState } from '../../channels/whatsapp/link-state.ts';

/** A phone is waited for, to be linked to WhatsApp. */
export interface Pairing {
  /** The code that the phone scans, or that is typed on it; undefined while the next code is on its way. */
  readonly code: Pick<Extract<LinkState, { at: 'pairing' }>, 'by' | 'show' | 'sinceMs'> | undefined;
}

/** The result of asking for a code to type. `unused`: the program does not use WhatsApp. */
export type AskedForCode = 'asked' | 'linked' | 'busy' | 'unused';

/** The link to WhatsApp of this program. It is in no row: pages show its state at that moment. */
export interface PairingPort {
  /** Undefined when no phone is waited for. */
  pairing(): Pairing | undefined;
  /**
   * Asks WhatsApp for a code for the phone with this number, in digits; without a number, for a code to scan. A phone
   * that is linked stays linked.
   */
  askForCode(phone: string | undefined): Promise<AskedForCode>;
  /** Another text after every change of the link. Cheap. */
  linkChanges(): string;
}
