/** Ctrl-C, or a request to end, aborts the signal instead of ending the program: the work ends in order. */
export async function whileAsked<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const listener = (): void => stop.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, listener);
  try {
    return await work(stop.signal);
  } finally {
    for (const signal of signals) process.off(signal, listener);
  }
}
