/** Runs work under the same key one after the other, in order, even after failures. Other keys do not wait. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(
      key,
      mine.catch(() => undefined),
    );
    return mine;
  };
}
