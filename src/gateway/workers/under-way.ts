interface RunningWork {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Long-running work for rows: each key at most once at a time, different keys in parallel. */
export class UnderWay<Key> {
  readonly #works = new Map<Key, RunningWork>();

  has(key: Key): boolean {
    return this.#works.has(key);
  }

  /** @param work must not reject: it reports its own errors */
  begin(key: Key, work: (signal: AbortSignal) => Promise<void>): void {
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      if (this.#works.get(key)?.abort === abort) this.leave(key);
    });
    this.#works.set(key, { abort, done });
  }

  /** Call it before storing a result: from then on the work may be requested again. */
  leave(key: Key): void {
    this.#works.delete(key);
  }

  drop(key: Key): void {
    this.#works.get(key)?.abort.abort();
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#works.size > 0) await Promise.all([...this.#works.values()].map(({ done }) => done));
  }

  /** Aborts all work. */
  async stop(): Promise<void> {
    for (const { abort } of this.#works.values()) abort.abort();
    await this.idle();
  }
}
