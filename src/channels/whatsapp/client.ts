import { Agent } from 'node:http';
import type { SocketConfig, UserFacingSocketConfig, WAVersion } from '@whiskeysockets/baileys';
import { changeV8Flag } from '../../core/v8-flags.ts';
import { muteLibsignal } from './client-log.ts';

export type Client = typeof import('@whiskeysockets/baileys');

/**
 * The session of a contact is read and written anew with every message, and most of that lives just long enough to
 * count as long-lived for V8, which would let it grow to several times the used size; so it collects after growth by
 * half.
 */
const HEAP_GROWTH = { now: '--heap-growing-percent=50', atStart: '--heap-growing-percent=0' };

/** Slow and large, so it is loaded only if WhatsApp is used. */
export async function loadClient(): Promise<Client> {
  changeV8Flag(HEAP_GROWTH);
  muteLibsignal(globalThis.console);
  return await import('@whiskeysockets/baileys');
}

export interface ClientSettings {
  /** A server other than WhatsApp's own, for tests. */
  readonly url: string | undefined;
  /** Version of WhatsApp Web to speak; when undefined, the one that the client was made for. */
  readonly version: WAVersion | undefined;
  /** Name of the device in the phone's list. */
  readonly deviceName: string;
}

type SocketWiring = Pick<
  SocketConfig,
  | 'auth'
  | 'logger'
  | 'makeSignalRepository'
  | 'getMessage'
  | 'cachedGroupMetadata'
  | 'msgRetryCounterCache'
  | 'userDevicesCache'
  | 'shouldIgnoreJid'
>;

/** Options of one socket. Other options keep the client's defaults. */
export function socketOptions(settings: ClientSettings, wiring: SocketWiring): UserFacingSocketConfig {
  return {
    ...wiring,
    ...(settings.url === undefined ? {} : { waWebSocketUrl: settings.url }),
    ...(settings.version === undefined ? {} : { version: settings.version }),
    ...(isLoopback(settings.url) ? { fetchAgent: plainHttpAgent() } : {}),
    browser: [settings.deviceName, 'Chrome', '120.0.0'],
    // The phone keeps notifying its owner.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    // None of its own: it would make a limit with two stack traces for each frame that is sent, which takes a twentieth
    // of the work on a message. A connection that does not come about is ended by `decideLink`, and one that is dead by
    // the watchdog.
    connectTimeoutMs: 0,
    // An unanswered query must not block the ones behind it for a minute.
    defaultQueryTimeoutMs: 20_000,
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
  };
}

export function isLoopback(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The client insists on https for media. This agent uses plain HTTP, for a test server without a certificate. */
function plainHttpAgent(): NonNullable<UserFacingSocketConfig['fetchAgent']> {
  const agent = Object.assign(new Agent(), { protocol: 'https:', defaultPort: 443 });
  // Safe: the client passes it to `https.request`, which reads these two fields and then only calls it.
  return agent as unknown as NonNullable<UserFacingSocketConfig['fetchAgent']>;
}
