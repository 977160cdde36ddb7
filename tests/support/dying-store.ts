import type { Store } from '../../src/contracts/store.ts';

/**
 * A store whose program dies right after its write number `n`, and stays dead: nothing it does later has an effect.
 * @param writes methods that change rows and count
 */
export function dyingAfter(
  n: number,
  store: Store,
  writes: ReadonlySet<string>,
): { readonly store: Store; readonly died: () => boolean } {
  let left = n;
  const live = <T>(work: () => T): T => {
    if (left <= 0) throw new Error('the program is dead');
    return work();
  };
  const dying = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          live(() => {
            const result: unknown = Reflect.apply(method, target, args);
            if (writes.has(String(name))) left -= 1;
            if (left === 0) throw new Error('killed here');
            return result;
          });
      },
    });
  // The cast is safe: each part is itself behind the proxy.
  const parts = Object.fromEntries(
    Object.entries(store).map(([name, part]) => [name, typeof part === 'object' ? dying(part) : part]),
  ) as unknown as Store;
  return {
    died: () => left <= 0,
    store: {
      ...parts,
      atomically: (work) => live(() => store.atomically(work)),
      unflushed: (work) => live(() => store.unflushed(work)),
    },
  };
}
