/** Waiting for something to become true, woken by each change instead of by a clock. */

export type Watch = {
  /** To be called after whatever a waiting test may look at has changed. */
  changed(): void;
  /**
   * @param look called at once and after each change, until it returns something; if it throws, the wait fails
   * @param limitMs after which it fails with a sentence that names `what`
   */
  until<T>(look: () => T | undefined, what: string, limitMs?: number): Promise<T>;
  /** Fails everything that still waits. */
  close(): void;
};

type Waiting = { readonly check: () => void; readonly fail: (error: Error) => void };

const LIMIT_MS = 10_000;

export function createWatch(): Watch {
  const waiting = new Set<Waiting>();
  return {
    changed() {
      for (const each of [...waiting]) each.check();
    },
    until(look, what, limitMs = LIMIT_MS) {
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(timer);
          waiting.delete(self);
          act();
        };
        const self: Waiting = {
          check: () => lookOnce(look, { found: (it) => settle(() => resolve(it)), failed: self.fail }),
          fail: (error) => settle(() => reject(error)),
        };
        const timer = setTimeout(() => {
          self.fail(new Error(`${what}: not within ${limitMs} ms`));
        }, limitMs);
        waiting.add(self);
        self.check();
      });
    },
    close() {
      for (const each of [...waiting]) each.fail(new Error('the WhatsApp server has stopped'));
    },
  };
}

type Outcome<T> = { readonly found: (it: T) => void; readonly failed: (error: Error) => void };

function lookOnce<T>(look: () => T | undefined, { found, failed }: Outcome<T>): void {
  try {
    const it = look();
    if (it !== undefined) found(it);
  } catch (error) {
    failed(error instanceof Error ? error : new Error(String(error)));
  }
}
