/** What the work comes to, or undefined as soon as `signal` aborts before; the work then goes on unheeded. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal });
  });
  return Promise.race([aborted, work]).finally(() => over.abort());
}
