/** True when `signal` aborts before `work` ends. */
export async function isAbortedBefore(work: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return true;
  const over = new AbortController();
  const aborted = new Promise<true>((resolve) => {
    signal.addEventListener('abort', () => resolve(true), { once: true, signal: over.signal });
  });
  return Promise.race([work.then(() => false), aborted]).finally(() => over.abort());
}
