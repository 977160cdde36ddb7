/** What libsignal writes to. */
type Console = Record<'debug' | 'error' | 'info' | 'log' | 'warn', (...items: unknown[]) => void>;

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;
/** The library as installed, and the file that the build makes of it and the client (see esbuild.config.mjs). */
const ITS_FILES = /[\\/]libsignal[\\/]|whiskeysockets-baileys\.cjs/;
/** The line of the caller: below those of the error and of the replaced method. */
const CALLER = 2;

/**
 * libsignal prints whole session records, private keys included. From here on what it writes to `console` goes
 * nowhere; everybody else's lines pass. In the built program its files have no console to begin with: this holds where
 * they are loaded as they are installed.
 */
export function muteLibsignal(console: Console): void {
  for (const method of METHODS) {
    const write = console[method];
    const exceptLibsignal = (...items: unknown[]): void => {
      const caller = new Error().stack?.split('\n')[CALLER] ?? '';
      if (!ITS_FILES.test(caller)) write.apply(console, items);
    };
    // Once is enough: a second layer would look at the first one as the caller.
    if (write.name !== exceptLibsignal.name) console[method] = exceptLibsignal;
  }
}
