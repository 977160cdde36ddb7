import { Agent } from 'node:http';
import type { SocketConfig, UserFacingSocketConfig, WAVersion } from '@whiskeysockets/baileys';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { changeV8Flag } from '../../core/v8-flags.ts';

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

/** The logger interface of the client. */
interface ClientLogger {
  level: string;
  child(fields: Record<string, unknown>): ClientLogger;
  trace(fields: unknown, text?: string): void;
  debug(fields: unknown, text?: string): void;
  info(fields: unknown, text?: string): void;
  warn(fields: unknown, text?: string): void;
  error(fields: unknown, text?: string): void;
}

const WINDOW_MS = MINUTE_MS;
/** How many lines of one kind are logged per minute. A single broken session writes thousands. */
const MAX_PER_WINDOW = 5;
const MAX_TEXT_LENGTH = 200;

interface LogWindow {
  readonly beganMs: number;
  lines: number;
  /** Number of lines dropped in the previous window; reported once. */
  before: number | undefined;
}

/**
 * Writes the client's warnings and errors to the program's log: the message and the error's text, never the attached
 * objects, which hold keys and people's texts. Further lines of one kind within a minute are only counted.
 */
export function clientLog(log: Log, clock: Pick<Clock, 'upMs'>): ClientLogger {
  const windows = new Map<string, LogWindow>();

  const write = (level: 'warn' | 'error', fields: unknown, text: string | undefined): void => {
    const message = truncateText(text ?? (typeof fields === 'string' ? fields : 'no text'));
    const window = currentWindow(windows.get(message), clock.upMs());
    windows.set(message, window);
    window.lines += 1;
    if (window.lines > MAX_PER_WINDOW) return;
    const { before } = window;
    log[level]('channel.whatsapp.client', { text: message, error: errorText(fields), held: before });
    window.before = undefined;
  };

  const quiet = (): void => undefined;
  const logger: ClientLogger = {
    level: 'warn',
    child: () => logger,
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: (fields, text) => write('warn', fields, text),
    error: (fields, text) => write('error', fields, text),
  };
  return logger;
}

function currentWindow(window: LogWindow | undefined, upMs: number): LogWindow {
  if (window !== undefined && upMs - window.beganMs < WINDOW_MS) return window;
  const held = (window?.lines ?? 0) - MAX_PER_WINDOW;
  return { beganMs: upMs, lines: 0, before: held > 0 ? held : undefined };
}

function errorText(fields: unknown): string | undefined {
  if (fields instanceof Error) return truncateText(fields.message);
  if (typeof fields !== 'object' || fields === null) return undefined;
  const error = 'err' in fields ? fields.err : 'error' in fields ? fields.error : undefined;
  return error instanceof Error ? truncateText(error.message) : undefined;
}

function truncateText(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}...`;
}

/** The console methods that libsignal uses. */
type LibsignalConsole = Record<'debug' | 'error' | 'info' | 'log' | 'warn', (...items: unknown[]) => void>;

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;
/** The library as installed, and the file that the build makes of it and the client (see `config/build/packages-apart.mjs`). */
const ITS_FILES = /[\\/]libsignal[\\/]|whiskeysockets-baileys\.cjs/;
/** Index of the caller's stack line: after those of the error and the replaced method. */
const CALLER = 2;

/**
 * libsignal prints whole session records, private keys included. From now on its output to `console` is dropped;
 * other output passes. In the built program its files have no console anyway: this is for files that are loaded as
 * installed.
 */
export function muteLibsignal(console: LibsignalConsole): void {
  for (const method of METHODS) {
    const write = console[method];
    const exceptLibsignal = (...items: unknown[]): void => {
      const caller = new Error().stack?.split('\n')[CALLER] ?? '';
      if (!ITS_FILES.test(caller)) write.apply(console, items);
    };
    // Once is enough: a second wrapper would see the first one as the caller.
    if (write.name !== exceptLibsignal.name) console[method] = exceptLibsignal;
  }
}
