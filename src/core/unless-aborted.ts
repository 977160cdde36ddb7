/**
 * The result of the work, or undefined when `signal` aborts before it; the work then continues and its result is
 * ignored.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal });
  });
  return Promise.race([aborted, work]).finally(() => over.abort());
}
