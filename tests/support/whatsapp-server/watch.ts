/** Waiting for something to become true, woken by each change instead of by a clock. */

export type Watch = {
  /** To be called after whatever a waiting test may look at has changed. */
  changed(): void;
  /**
   * @param look called at once and after each change, until it returns something
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
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(self);
        };
        const self: Waiting = {
          check() {
            const found = look();
            if (found === undefined) return;
            settle();
            resolve(found);
          },
          fail(error) {
            settle();
            reject(error);
          },
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
