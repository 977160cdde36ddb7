import type { OpenStore } from '../../src/store/open.ts';

/**
 * A store whose program dies right after its write number `n`, and stays dead: nothing it does later has an effect.
 * @param writes methods that change rows and count
 */
export function dyingAfter(
  n: number,
  store: OpenStore,
  writes: ReadonlySet<string>,
): { readonly store: OpenStore; readonly died: () => boolean } {
  let left = n;
  const live = <T>(work: () => T): T => {
    if (left <= 0) throw new Error('the program is dead');
    return work();
  };
  const count = (method: string) => {
    if (writes.has(method)) left -= 1;
    if (left === 0) throw new Error('killed here');
  };
  const dying = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          live(() => {
            const result: unknown = Reflect.apply(method, target, args);
            count(String(name));
            // A feature writes through statements of its own.
            return isStatement(result) ? dying(result) : result;
          });
      },
    });
  // The cast is safe: each part is itself behind the proxy.
  const parts = Object.fromEntries(
    Object.entries(store).map(([name, part]) => [name, typeof part === 'object' ? dying(part) : part]),
  ) as unknown as OpenStore;
  return {
    died: () => left <= 0,
    store: {
      ...parts,
      atomically: (work) => live(() => store.atomically(work)),
      unflushed: (work) => live(() => store.unflushed(work)),
    },
  };
}

function isStatement(result: unknown): result is { run: unknown } {
  return typeof result === 'object' && result !== null && 'run' in result;
}
