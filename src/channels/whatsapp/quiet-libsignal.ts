/** The console methods that libsignal uses. */
type Console = Record<'debug' | 'error' | 'info' | 'log' | 'warn', (...items: unknown[]) => void>;

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
export function muteLibsignal(console: Console): void {
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
