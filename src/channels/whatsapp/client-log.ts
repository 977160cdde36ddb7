import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';

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
/** The library as installed, and the file that the build makes of it and the client (see esbuild.config.mjs). */
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
