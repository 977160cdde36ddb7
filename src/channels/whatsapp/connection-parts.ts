import type { WAMessage } from '@whiskeysockets/baileys';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import type { AuthState } from './auth-state.ts';
import type { Client, ClientSettings } from './client.ts';
import type { Journal } from './journal.ts';
import type { LeaseParts } from './lease.ts';
import type { LinkState } from './link-state.ts';
import type { SocketParts } from './socket.ts';

export interface ConnectionParts {
  readonly store: WhatsAppStore;
  readonly account: string;
  readonly journal: Journal;
  readonly order: ArrivalOrder;
  readonly acknowledgements: Acknowledgements;
  readonly caches: Omit<SocketParts['caches'], 'retries'>;
  readonly settings: ClientSettings;
  readonly pairingPhone: string | undefined;
  /** True: the linked device is moved aside first. */
  readonly fresh?: boolean;
  readonly lease: Pick<LeaseParts, 'self' | 'isAlive'>;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 up to 1; spreads reconnections over time. */
  random(): number;
  loadClient(): Promise<Client>;
  received(messages: readonly WAMessage[], delayed: boolean): void;
  turnAway: SocketParts['turnAway'];
  takesNote: SocketParts['takesNote'];
  locked: SocketParts['locked'];
  /** Called after every change of state. */
  changed(state: LinkState): void;
}

/** Facts about the account once the lease is held and the client is loaded. */
export interface OpenedAccount {
  readonly client: Client;
  readonly auth: AuthState;
  /** When an earlier program last held the lease. */
  readonly idleSinceMs: number | undefined;
}
